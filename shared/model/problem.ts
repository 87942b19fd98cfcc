import * as z from 'zod'

/** The one error shape on the wire. `request_id` is there only for a 500. */
export const ErrorBody = z.object({ error: z.string(), request_id: z.string().optional() })
export type ErrorBody = z.infer<typeof ErrorBody>

export type Facts = Readonly<Record<string, string | number>>
interface ProblemForm {
  readonly status: number
  /** The sentence: object, cause, next step. `{name}` is replaced by the fact of that name. */
  readonly say: string
}

/** Every expected failure of both interfaces. A code is never reused for something else. */
export const PROBLEMS = {
  'request.invalid': { status: 400, say: '{field} {why}' },
  'request.json': { status: 400, say: 'The body is not valid JSON: {why}' },
  'request.malformed': { status: 400, say: 'The request is malformed: {why}' },
  'request.slow': { status: 408, say: 'The request did not arrive in time; send it faster' },
  'expectation.unknown': { status: 417, say: 'The expectation "{expectation}" cannot be met; send the request without it' },
  'path.unknown': { status: 404, say: 'There is nothing at {path}; the operations are listed at {openapi}' },
  'method.unknown': { status: 405, say: '{method} is not possible on {path}; allowed: {allow}' },
  'body.large': { status: 413, say: 'The body is larger than {limit} bytes; send less at once' },
  'url.long': { status: 414, say: 'The address is too long; shorten the name in it' },
  'headers.large': { status: 431, say: 'The request headers are too large; send fewer or shorter ones' },
  'token.missing': { status: 401, say: 'The header {header} is missing; send {what}' },
  'token.wrong': { status: 401, say: 'The {what} in the header {header} is not valid here; get a current one' },
  'token.unknown': { status: 401, say: 'This is not a valid access token of yours; POST /ds-api/user-token issues a new one' },
  'token.none': { status: 404, say: 'You have no valid access token {token}; GET /ds-api/app/tokens lists yours' },
  'credentials.wrong': { status: 401, say: 'User name or password is wrong; send both with HTTP Basic authentication' },
  'credentials.throttled': { status: 429, say: 'Too many wrong passwords for this user; try again in {seconds} s' },
  'right.missing': { status: 403, say: 'The user {user} has not the privilege for this ({right} is needed); ask an administrator' },
  'right.restricted': { status: 403, say: 'The roles of {user} show some instances only, and this concerns all of them; ask an administrator' },
  'connection.unknown': { status: 404, say: 'There is no connection named "{name}"; GET /api/connections lists the names' },
  'connection.exists': { status: 400, say: 'A connection named "{name}" exists already; choose another name or update it' },
  'connection.update-unknown': { status: 400, say: 'There is no connection named "{name}" to update; add it first' },
  'connection.password-needed': {
    status: 400,
    say: 'password is missing: passwords are masked here, so a change of host, port or user of "{name}" needs it again',
  },
  'pool.exists': { status: 409, say: 'A connection named "{name}" exists already; choose another name or update it' },
  'pool.unknown': { status: 404, say: 'There is no agentless connection named "{name}" that you may see' },
  'pool.unavailable': { status: 409, say: 'This platform collects nothing by itself; declare the connection at an agent' },
  'range.reversed': { status: 400, say: '"from" must be before "to"' },
  'range.long': { status: 400, say: 'The range is longer than {days} days; ask for less at once' },
  'range.rows': { status: 400, say: 'The answer would have more than {rows} rows; a range of {fits} fits' },
  'report.memory': {
    status: 400,
    say: 'The report needs more memory than there is for one; ask for a shorter range, fewer instances or a longer bucket',
  },
  'report.closed': { status: 503, say: 'The platform is stopping; ask again when it runs' },
  'ingest.encoding': { status: 400, say: 'The upload is not readable: {why}' },
  'ingest.foreign': { status: 403, say: 'This license key belongs to another agent; use the key that was issued for this one' },
  'agent.embedded': { status: 409, say: 'The agent "{agent}" is part of this program and {why}' },
  'agent.exists': { status: 400, say: 'An agent named "{name}" is registered already; choose another name' },
  'agent.certificate': { status: 409, say: 'The certificate at {url} has the fingerprint {seen} and not {asked}; compare again and accept what is shown' },
  'agent.key-known': { status: 400, say: 'license_key belongs to an agent that is registered already; each agent has its own' },
  'agent.key-valid': { status: 409, say: 'The agent "{agent}" has a valid license key; rotate it, or revoke it first' },
  'agent.key-missing': { status: 409, say: 'The agent "{agent}" has no valid license key; issue one and start the agent with it' },
  'agent.key-unknown': { status: 404, say: 'The agent "{agent}" has no license key {key}; the list of its keys names them' },
  'agent.start': { status: 409, say: 'The agent did not start: {why}' },
  'agent.unknown': { status: 404, say: 'There is no agent "{agent}" registered here' },
  'agent.refused': { status: 502, say: '{error}' },
  'agent.unreachable': { status: 502, say: 'The agent "{agent}" does not answer: {why}' },
  'demo.unavailable': { status: 409, say: 'The demo database cannot be started: {why}' },
  'role.exists': { status: 409, say: 'A role named "{role}" exists already; update it, or choose another name' },
  'role.unknown': { status: 404, say: 'There is no role named "{role}"; GET /ds-api/roles lists the roles' },
  'role.none': { status: 404, say: 'There is no role yet; POST /ds-api/roles/<name> creates one' },
  'role.used': { status: 400, say: 'The role "{role}" is assigned to {users}; take it from them first' },
  'role.tag': { status: 400, say: 'No instance carries the tag "{tag}"; a role can only name tags that exist' },
  'role.unassignable': { status: 400, say: 'There is no role named "{role}" to assign; create it first' },
  'role.unremovable': { status: 400, say: 'Invalid request' },
  'channel.exists': { status: 409, say: 'A channel named "{name}" exists already; choose another name' },
  'channel.failed': { status: 502, say: 'The channel "{name}" does not work: {why}' },
  'channel.unknown': { status: 404, say: 'There is no channel {channel}; GET /ds-api/app/channels lists them' },
  'instance.unknown': { status: 404, say: 'There is no instance "{instance}" that you may see; its name is <server>@<connection>' },
  'problem.resolved': { status: 409, say: 'The problem {problem} is resolved already' },
  'problem.unknown': { status: 404, say: 'There is no problem {problem} of an instance that you may see' },
  'rule.unknown': { status: 404, say: 'There is no alerting rule "{rule}"; GET /ds-api/app/rules lists them' },
  'silence.unknown': { status: 404, say: 'There is no silence {silence} that has not ended; GET /ds-api/app/silences lists them' },
  'template.exists': { status: 409, say: 'A template named "{name}" exists already; choose another name' },
  'template.unknown': { status: 404, say: 'There is no template {template}; GET /ds-api/app/alert-templates lists them' },
  'upload.failed': { status: 502, say: '{why}' },
  'upload.throttled': { status: 429, say: 'The upload was tested a moment ago; try again in {seconds} s' },
  'user.exists': { status: 409, say: 'A user with the e-mail address {email} exists already; update it, or choose another address' },
  'user.unknown': { status: 404, say: 'There is no user with the e-mail address {email}; GET /ds-api/users lists the users' },
  'user.unassignable': { status: 400, say: 'There is no user with the e-mail address {email} to whom a role could be assigned; create it first' },
  'user.last-admin': { status: 400, say: '{email} is the last administrator of everything and stays one; make another one first' },
  internal: { status: 500, say: 'Internal error' },
} as const satisfies Record<string, ProblemForm>

export type ProblemCode = keyof typeof PROBLEMS

/** The sentence of a problem with its facts filled in. */
export function sentence(code: ProblemCode, facts: Facts = {}): string {
  return PROBLEMS[code].say.replace(/\{(\w+)\}/g, (whole, name: string) => (name in facts ? String(facts[name]) : whole))
}
