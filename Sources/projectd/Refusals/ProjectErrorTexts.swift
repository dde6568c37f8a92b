internal import Values

/// The sentences: what is wrong, and what to do about it.
extension ProjectReason {
  var text: LocalizedText {
    LocalizedText(en: english, ko: korean)
  }

  private var english: String {
    switch self {
    case .emptyTitle: "a project needs a title; this one is empty"
    case .titleTooLong:
      "the title has {characters:character/characters} and may have {maximum}; put the rest into --body"
    case .textTooLong: "the {part} has {characters:character/characters} and may have {maximum}"
    case .controlCharacter:
      "the {part} has a control character ({character}); leave it out"
    case .invalidTag:
      "{tag} is no tag; a tag is one word without commas, {maximum:character/characters} at most"
    case .tooManyTags: "a project may have {maximum:tag/tags}"
    case .invalidDeadline:
      "{due} is no deadline; {problem}"
    case .ambiguousDeadline: "{due} can be read in two ways; write {first} or {second}"
    case .impossibleDate: "there is no such date: {due}{problem}"
    case .unknownZone: "there is no time zone {zone}; {hint}"
    case .unknownProject: "there is no project {id}; see `matectl project list`"
    case .ambiguousID:
      "several projects start with {id}; type more of the UUID, or the number"
    case .invalidID:
      "{id} names no project; use its number, its UUID, or the first digits of its UUID; where "
        + "several may be named, also 1-3 or 5,6"
    case .nothingToChange: "nothing of project {id} would change; say what to change"
    case .alreadyThere: "project {id} is in {state} already"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .invalidRange: "{due} ends before it begins; give the first day first"
    case .severalStates: "--done shows what is done alone; leave out --all and the other list"
    case .nothingNamed: "name at least one project by its number; see `matectl project list`"
    case .invalidRecurrence: "{rule} is no recurrence: {problem}"
    case .importInvalid:
      "line {line} cannot be imported, so nothing was: {problem}; mend it, or leave it out with "
        + "--skip-bad"
    case .importUnrecognised:
      "this is in no format that is known, so nothing was imported; where each line is a task, add "
        + "`--format todotxt`"
    case .importTooLarge:
      "up to line {line} this has {problem}, so nothing was imported; import it in parts"
    case .tooManyProjects: "the board holds {maximum:project/projects}, which is the limit"
    case .unknownReplica: "there is no replica {replica}"
    case .unknownSync: "there is no sync {sync}; see `matectl project sync status`"
    case .syncNameTaken: "there is a sync {sync} already; remove it first, or choose another name"
    case .syncFailed: "{sync} could not be synchronised: {problem}"
    case .clockAhead:
      "the other clock is {hours:hour/hours} ahead; set it right, then synchronise again"
    case .syncGap:
      "the changes start after what is known here; ask for all that is missing"
    case .invalidChanges: "these are no changes of projects: {problem}"
    case .invalidSync: "it cannot be synchronised that way: {problem}"
    case .invalidPriority: "{priority} is no priority; write 1 to 9, H, M, L, A to I, or none"
    case .circle: "that would go round in a circle: {problem}"
    case .unknownNote:
      "project {id} has {count:note/notes}; `matectl project show {id}` numbers them"
    case .tooManyNotes:
      "project {id} has {maximum:note/notes} already; take one away with `matectl project unnote {id} 1`"
    case .invalidFilter:
      "{filter} is no filter: {problem}; write +group, @tag, due:..fri, p:H, is:overdue or a word, with "
        + "and, or, not and parentheses"
    case .invalidContextName:
      "{context} is no name for a filter: `matectl project context use {context}` keeps lists to none; "
        + "choose another name"
    case .unknownContext: "there is no context {context}; see `matectl project context list`"
    case .tooManyContexts: "there may be {maximum:context/contexts}; remove one first"
    case .invalidReminder:
      "{when} is no time to be reminded; write 1h before, the day before, tomorrow 9, \"fri 15:00\" or off"
    case .pastReminder: "{when} has passed; choose a time that lies ahead"
    case .reminderWithoutDeadline:
      "there is no deadline to be reminded before; give it one with {command}, or write a time as "
        + "tomorrow 9"
    case .tooManyReminders:
      "project {id} has {maximum:reminder/reminders} already; `matectl project remind {id} off` "
        + "takes them away"
    case .saidTwice: "{part} is said twice, {first} and {second}; leave one of them out"
    case .emptyValue:
      "`{part}:` has no value; it stands right behind the colon, without a space; write `{part}:none` "
        + "for nothing, or `\\{part}:` for the word itself"
    case .repeatsWithoutDeadline:
      "{rule} needs a deadline to count from; give it one, as due:fri"
    case .invalidMonth: "{month} is no month; write 2026-12, dec, \"next month\" or a date in it"
    case .reversedRange: "{ids} ends before it begins; write {instead}"
    case .ownParent: "project {id} cannot be a part of itself; name another one, or parent:none"
    case .ownPredecessor:
      "project {id} cannot come after itself; name what must be done before it"
    case .unknownWord:
      "{word} is no word that is known: {problem}; where it belongs to the title, write all of it behind --title"
    case .anotherOpen:
      "project {id} is one of a series, of which {open} is open, and one at a time is; go on with {open}, "
        + "or take it away first: `matectl project remove {open}`"
    case .notStarted:
      "project {id} is in {state} and was not started; see `matectl project start {id}`"
    }
  }

  private var korean: String {
    switch self {
    case .emptyTitle: "제목이 비어 있습니다. 제목을 입력하십시오"
    case .titleTooLong:
      "제목이 {characters}자입니다. {maximum}자까지 쓸 수 있으니 나머지는 --body에 적으십시오"
    case .textTooLong: "{part:이/가} {characters}자입니다. {maximum}자까지 쓸 수 있습니다"
    case .controlCharacter: "{part}에 제어 문자({character})가 있습니다. 빼고 다시 입력하십시오"
    case .invalidTag:
      "{tag:은/는} 태그가 될 수 없습니다. 쉼표 없는 한 단어로 {maximum}자까지 쓰십시오"
    case .tooManyTags: "태그는 {maximum}개까지 붙일 수 있습니다"
    case .invalidDeadline:
      "{due:은/는} 마감으로 읽을 수 없습니다. {problem}"
    case .ambiguousDeadline: "{due:은/는} 두 가지로 읽힙니다. {first} 또는 {second:으로/로} 쓰십시오"
    case .impossibleDate: "없는 날짜입니다: {due}{problem}"
    case .unknownZone: "{zone:이라는/라는} 시간대가 없습니다. {hint}"
    case .unknownProject: "{id}번 프로젝트가 없습니다. `matectl project list`를 보십시오"
    case .ambiguousID:
      "{id:으로/로} 시작하는 프로젝트가 여럿입니다. UUID를 더 입력하거나 번호를 쓰십시오"
    case .invalidID:
      "{id:은/는} 프로젝트 번호가 아닙니다. 번호, UUID 또는 UUID의 앞부분을 쓰십시오. 여럿을 고를 때는 1-3, 5,6도 됩니다"
    case .nothingToChange: "{id}번 프로젝트에서 바뀌는 것이 없습니다. 바꿀 내용을 지정하십시오"
    case .alreadyThere: "{id}번 프로젝트는 이미 {state}에 있습니다"
    case .nothingToUndo: "되돌릴 것이 없습니다"
    case .nothingToRedo: "다시 실행할 것이 없습니다"
    case .invalidRange: "{due}: 끝이 시작보다 앞섭니다. 앞선 날짜부터 쓰십시오"
    case .severalStates:
      "--done은 끝난 것만 보여 줍니다. --all이나 다른 목록의 이름을 빼십시오"
    case .nothingNamed:
      "프로젝트 번호를 하나 이상 쓰십시오. `matectl project list`에서 볼 수 있습니다"
    case .invalidRecurrence: "{rule:은/는} 반복 규칙이 아닙니다: {problem}"
    case .importInvalid:
      "{line}번째 줄을 가져올 수 없어 아무것도 가져오지 않았습니다: {problem}. 고치거나 --skip-bad로 건너뛰십시오"
    case .importUnrecognised:
      "아는 형식이 아니어서 아무것도 가져오지 않았습니다. 줄마다 할 일 하나씩이면 `--format todotxt`를 붙이십시오"
    case .importTooLarge:
      "{line}번째 줄까지 {problem}. 아무것도 가져오지 않았습니다. 나누어 가져오십시오"
    case .tooManyProjects: "프로젝트는 {maximum}개까지 둘 수 있습니다"
    case .unknownReplica: "{replica} 복제본이 없습니다"
    case .unknownSync: "{sync} 동기화가 없습니다. `matectl project sync status`를 보십시오"
    case .syncNameTaken: "{sync} 동기화가 이미 있습니다. 먼저 지우거나 다른 이름을 쓰십시오"
    case .syncFailed: "{sync:을/를} 동기화하지 못했습니다: {problem}"
    case .clockAhead:
      "상대의 시계가 {hours}시간 빠릅니다. 시계를 맞춘 뒤 다시 동기화하십시오"
    case .syncGap: "여기에서 아는 것 다음의 변경이 빠져 있습니다. 빠진 것을 모두 요청하십시오"
    case .invalidChanges: "프로젝트 변경 내용이 아닙니다: {problem}"
    case .invalidSync: "그렇게는 동기화할 수 없습니다: {problem}"
    case .invalidPriority: "{priority:은/는} 우선순위가 아닙니다. 1~9, `H`, `M`, `L`, `A`~`I`, 없음 가운데 쓰십시오"
    case .circle: "서로 맞물려 돌게 됩니다. {problem}"
    case .unknownNote:
      "{id}번 프로젝트의 메모는 {count}개입니다. `matectl project show {id}`에 번호가 있습니다"
    case .tooManyNotes:
      "{id}번 프로젝트에는 이미 메모가 {maximum}개 있습니다. `matectl project unnote {id} 1`로 하나를 지우십시오"
    case .invalidFilter:
      "{filter:은/는} 조건이 아닙니다. {problem}. `+그룹`, `@태그`, `due:..금요일`, `p:H`, `is:overdue`, 낱말을 `and`, `or`, `not`, 괄호로 이어 쓰십시오"
    case .invalidContextName:
      "{context:은/는} 조건의 이름이 될 수 없습니다. `matectl project context use {context:이/가}` 조건을 쓰지 않는다는 뜻이니 다른 이름을 쓰십시오"
    case .unknownContext:
      "{context:이라는/라는} 조건이 없습니다. `matectl project context list`를 보십시오"
    case .tooManyContexts: "조건은 {maximum}개까지 저장할 수 있습니다. 먼저 하나를 지우십시오"
    case .invalidReminder:
      "{when:은/는} 알림 시각이 아닙니다. `1시간 전`, `하루 전`, `내일 9시`, `금요일 15:00`, `끄기`처럼 쓰십시오"
    case .pastReminder: "{when:은/는} 이미 지났습니다. 앞으로 올 때를 쓰십시오"
    case .reminderWithoutDeadline:
      "마감이 없어 마감 전에 알릴 수 없습니다. {command:으로/로} 마감을 정하거나 `내일 9시`처럼 쓰십시오"
    case .tooManyReminders:
      "{id}번 프로젝트에는 이미 알림이 {maximum}개 있습니다. `matectl project remind {id} off`로 지우십시오"
    case .saidTwice: "{part} 값이 {first}, {second} 둘입니다. 하나만 쓰십시오"
    case .emptyValue:
      "`{part}:` 뒤에 값이 없습니다. 값은 쌍점 바로 뒤에 띄지 않고 씁니다. 지우려면 `{part}:none`, 낱말 그대로 쓰려면 `\\{part}:`로 쓰십시오"
    case .repeatsWithoutDeadline:
      "{rule} 반복하려면 기준이 될 마감이 필요합니다. `due:금요일`처럼 마감을 정하십시오"
    case .invalidMonth: "{month:은/는} 달이 아닙니다. 2026-12, 12월, \"다음 달\"이나 그 달의 날짜를 쓰십시오"
    case .reversedRange: "{ids:은/는} 끝이 시작보다 앞섭니다. {instead:으로/로} 쓰십시오"
    case .ownParent:
      "{id}번 프로젝트를 자기 자신의 상위 작업으로 할 수 없습니다. 다른 번호나 `parent:none`을 쓰십시오"
    case .ownPredecessor:
      "{id}번 프로젝트는 자기 자신의 선행 작업이 될 수 없습니다. 먼저 끝나야 할 다른 번호를 쓰십시오"
    case .unknownWord:
      "{word:은/는} 아는 낱말이 아닙니다. {problem}. 제목에 든 말이면 제목 전체를 --title 뒤에 쓰십시오"
    case .anotherOpen:
      "{id}번은 반복되는 일이고 {open}번이 열려 있습니다. 한 번에 하나만 열어 둡니다. {open}번을 계속하거나 먼저 지우십시오: `matectl project remove {open}`"
    case .notStarted:
      "{id}번 프로젝트는 {state}에 있고 시작하지 않았습니다. 시작하려면: `matectl project start {id}`"
    }
  }
}
