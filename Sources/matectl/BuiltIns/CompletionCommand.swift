internal import IPCProtocol
internal import IPCTransport
internal import LinuxSystem
internal import Values

enum CompletionCommand {
  static func run(_ session: Session, _ words: [String]) throws(ExitStatus) -> ExitStatus {
    guard let shell = words.first, let script = CompletionScripts.script(shell) else {
      throw session.failUsage(of: .completion)
    }
    session.say(script)
    return .done
  }

  /// `matectl __complete -- words… current`: a candidate a line, a tab, what it means.
  static func complete(_ session: Session, _ words: [String]) -> ExitStatus {
    var words = words
    if words.first == "--" { words.removeFirst() }
    let given = GlobalWords(Array(words.dropLast())).values
    var invocation = session.invocation
    if let named = given["--host"] { invocation.host = RemoteHost(named) }
    invocation.socketDirectory = given["--socket-dir"]
    if let named = given["--at"] { invocation.instance = InstanceName(named) }
    let session = Session(invocation)
    let completion = Completion(
      language: session.language, catalog: session.catalog,
      // Those of another machine are not these.
      instances: {
        invocation.host == nil
          ? Instances.names(of: $0, directory: invocation.socketDirectory) : []
      }
    ) { domain, method in
      guard let way = try? session.connector(domain) else { return nil }
      let client = IPCClient(way, mayStart: true)
      var request = CallRequest(method: method)
      // Longer than a person waits for a word; a program that ssh starts there takes a while.
      request.timeoutMilliseconds = invocation.host == nil ? 1000 : 5000
      // A completion that finds nothing is silent: the person is in the middle of a word.
      return (try? client.call(request)).flatMap { try? JSON.parse($0) }
    }
    for candidate in completion.candidates(Array(words.dropLast()), current: words.last ?? "") {
      let note = candidate.note.isEmpty ? "" : "\t\(candidate.note.printable(inOneLine: true))"
      session.say("\(candidate.word)\(note)\n")
    }
    return .done
  }
}

enum CompletionScripts {
  static func script(_ shell: String) -> String? {
    switch shell {
    case "bash": bash
    case "zsh": zsh
    case "fish": fish
    default: nil
    }
  }

  /// Bash cuts words at `=`, `:` and `@`, which what is typed is put together from again, and takes a
  /// reply for the piece behind the last of them.
  private static let bash = """
    # bash completion for matectl: eval "$(matectl completion bash)"
    _matectl() {
      local IFS=$'\\n' line word gap rest=${COMP_LINE:0:COMP_POINT} i head= mark
      local -a words=()
      COMPREPLY=()
      for ((i = 0; i <= COMP_CWORD; i++)); do
        gap=${rest%%[![:space:]]*}
        rest=${rest#"$gap"}
        word=${COMP_WORDS[i]}
        if ((i == COMP_CWORD)); then word=$rest; else rest=${rest#"$word"}; fi
        if [[ -n $gap || ${#words[@]} -eq 0 ]]; then
          words+=("$word")
        else
          words[${#words[@]}-1]+=$word
        fi
      done
      word=${words[${#words[@]}-1]}
      for mark in '=' ':' '@'; do
        if [[ $COMP_WORDBREAKS == *"$mark"* && $word == *"$mark"* ]]; then
          head+=${word%"${word##*"$mark"}"}
          word=${word##*"$mark"}
          # For names of hosts readline cuts at the @, and replaces it with what follows.
          if [[ $mark == '@' ]] && shopt -q hostcomplete; then
            head=${head%@}
            word=@$word
          fi
        fi
      done
      while read -r line; do
        line=${line%%$'\\t'*}
        COMPREPLY+=("$(printf '%q' "${line#"$head"}")")
      done < <(matectl __complete -- "${words[@]:1}" 2>/dev/null)
      [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[/=@] ]] && compopt -o nospace
    }
    complete -F _matectl matectl

    """

  private static let zsh = """
    #compdef matectl
    # zsh completion for matectl: eval "$(matectl completion zsh)"
    _matectl() {
      local -a whole open
      local line word note
      while IFS= read -r line; do
        word=${line%%$'\\t'*}
        note=
        [[ $line == *$'\\t'* ]] && note=:${line#*$'\\t'}
        if [[ $word == *[/=@] ]]; then
          open+=("$word")
        else
          whole+=("${word//:/\\\\:}$note")
        fi
      done < <(matectl __complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)
      (( $#open )) && compadd -S '' -a open
      (( $#whole )) && _describe matectl whole
    }
    compdef _matectl matectl

    """

  private static let fish = """
    # fish completion for matectl: matectl completion fish | source
    function __matectl_complete
      set -l words (commandline -opc) (commandline -ct)
      matectl __complete -- $words[2..-1] 2>/dev/null
    end
    complete -c matectl -f -a '(__matectl_complete)'

    """
}
