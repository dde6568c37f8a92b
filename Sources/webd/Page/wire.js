// What goes over the wire: states come as events, changes go as single requests.

/** A change that is repeated has effect once, by its key; a key of one's own for each. */
const key = () => crypto.getRandomValues(new Uint32Array(4)).join('-');

export class Refusal extends Error {
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

const root = document.documentElement;
/** What is said where no answer came. */
export const told = {};

/** A request; what is refused is told in the language that is read. */
async function ask(path, options = {}) {
  const response = await fetch(path, { ...options, headers: { ...options.headers, 'Accept-Language': root.lang } });
  if (response.ok) return response;
  // The right to write is over.
  if (response.status === 401) dispatchEvent(new Event('over'));
  throw Object.assign(new Error((await response.text()).trim()), { status: response.status });
}

export const get = async (path, options) => (await ask(path, options)).json();

export const post = (path, body) =>
  get(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));
let lastID = 0;
/** Which of several the page is about: behind the @ in its address. */
const instance = location.pathname.match(/(@|%40)([^/]*)/)?.[2];

/**
 * Calls a method; where the connection breaks it is asked again, and a change has effect once.
 * Throws a Refusal for what the daemon says no to.
 */
export async function call(method, params, { changes = false, dryRun = false } = {}) {
  const _meta = { ...(dryRun ? { dryRun } : changes && { idempotencyKey: key() }), instance };
  const request = { jsonrpc: '2.0', id: ++lastID, method, params: { ...params, _meta } };
  for (const wait of [250, 500, 1000, 2000, 4000, undefined]) {
    try {
      const reply = await post('/call', request);
      if (!reply.error) return reply.result;
      const retry = reply.error.data?.retryAfterMs;
      if (retry === undefined || wait === undefined) throw new Refusal(reply.error);
      await pause(retry);
    } catch (error) {
      // The page's own server is away for a moment.
      if (!(error instanceof TypeError)) throw error;
      if (wait === undefined) {
        throw new Error(told[root.lang]);
      }
      dispatchEvent(new Event('waits'));
      await pause(wait);
    }
  }
  return undefined;
}

/** Follows a screen; `onState` is given each state, `onLife` called at every sign of life, `onRefused` where it may not be seen. */
export function follow(path, onState, onLife, onRefused) {
  const source = new EventSource(path);
  source.addEventListener('state', event => {
    onLife();
    onState(JSON.parse(event.data));
  });
  source.addEventListener('alive', onLife);
  // EventSource connects again by itself, but not where it was refused, and it does not say why.
  source.addEventListener('error', async () => {
    if (source.readyState !== EventSource.CLOSED) return;
    const stop = new AbortController();
    await ask(path, { signal: stop.signal }).catch(error => error.status && onRefused(error));
    stop.abort();
    await pause(2000);
    follow(path, onState, onLife, onRefused);
  });
}
