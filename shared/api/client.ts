/**
 * Typed calls of an interface by the id of the operation: `client.renameUser({ params: { user: 'ada' }, body: { … } })`. The map of operations
 * and their types are generated from the route tables. How a call travels is the transport's business, so that the screen (fetch) and the
 * platform (its own HTTPS client, pinned) use the same client.
 */

/** One operation as the generated map lists it. `path` has parameters as `:name`. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly right: string
}

/** What an operation takes and answers; parts it does not take are left out. */
interface Shape {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
  readonly reply: unknown
}

type Parts<S> = Omit<S, 'reply'>
type Needs<P> = { [Name in keyof P]-?: undefined extends P[Name] ? never : Name }[keyof P]
type Arguments<S, Options> = [Needs<Parts<S>>] extends [never] ? [parts?: Parts<S>, options?: Options] : [parts: Parts<S>, options?: Options]

/** One function per operation; `Options` is what the transport takes beside the call (an AbortSignal, a deadline). */
export type Client<Api extends { readonly [Id in keyof Api]: Shape }, Options = undefined> = {
  readonly [Id in keyof Api]: (...args: Arguments<Api[Id], Options>) => Promise<Api[Id]['reply']>
}

/** A call ready to be sent: names are filled in and encoded, `url` begins with the path. */
export interface Call {
  readonly method: Operation['method']
  readonly url: string
  /** JSON text */
  readonly body: string | undefined
}

/** Sends a call and gives status and text of the answer, whatever the status; throws when there is none. */
export type Transport<Options = undefined> = (call: Call, options: Options | undefined) => Promise<{ readonly status: number; readonly body: string }>

/** The only failure of a call. Its message is a sentence for the user; status 0: no answer came. */
export class ApiProblem extends Error {
  readonly status: number
  /** Given by the server for failures of its own; its log has more under this id. */
  readonly requestId: string | undefined
  constructor(status: number, sentence: string, more: { readonly requestId?: string | undefined; readonly cause?: unknown } = {}) {
    super(sentence, { cause: more.cause })
    this.name = 'ApiProblem'
    this.status = status
    this.requestId = more.requestId
  }
}

export function createClient<Api extends { readonly [Id in keyof Api]: Shape }, Options = undefined>(
  operations: Readonly<Record<keyof Api, Operation>>,
  send: Transport<Options>,
): Client<Api, Options> {
  const entries = Object.entries<Operation>(operations).map(([id, operation]) => [
    id,
    (parts?: Omit<Shape, 'reply'>, options?: Options) => perform(operation, parts ?? {}, options, send),
  ])
  // The map and the types come from one generator, which is what ties them; the server has checked the answer against its schema.
  return Object.fromEntries(entries) as Client<Api, Options>
}

async function perform<Options>(operation: Operation, parts: Omit<Shape, 'reply'>, options: Options | undefined, send: Transport<Options>): Promise<unknown> {
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body)
  const answer = await send({ method: operation.method, url: urlOf(operation.path, parts), body }, options).catch((error: unknown) => {
    throw error instanceof ApiProblem ? error : new ApiProblem(0, error instanceof Error ? error.message : String(error), { cause: error })
  })
  return readReply(answer.status, answer.body)
}

function urlOf(path: string, { params = {}, query = {} }: Omit<Shape, 'reply'>): string {
  const values = new Map(Object.entries(params))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  return asked.length === 0 ? filled : `${filled}?${asked.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`).join('&')}`
}

/** The value of an answer; throws the problem it tells: `{ "error": sentence, "request_id"? }`. */
export function readReply(status: number, body: string): unknown {
  const value = parse(body)
  if (status >= 200 && status < 300 && value !== NOT_JSON) return value
  const told = typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)) : new Map<string, unknown>()
  const [error, requestId] = [told.get('error'), told.get('request_id')]
  throw new ApiProblem(status, typeof error === 'string' ? error : `The answer (status ${status}) is not one of ours.`, {
    requestId: typeof requestId === 'string' ? requestId : undefined,
  })
}

const NOT_JSON = Symbol('not JSON')

function parse(body: string): unknown {
  if (body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return NOT_JSON
  }
}
