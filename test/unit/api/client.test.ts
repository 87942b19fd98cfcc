import { describe, expect, test } from 'vitest'
import { agentApi, type AgentApi } from '../../../shared/api/agent.generated.ts'
import { ApiProblem, createClient, type Call, type Operation } from '../../../shared/api/client.ts'

interface Api {
  readonly find: {
    readonly params: { readonly name: string }
    readonly query: { readonly from?: number | undefined; readonly to?: number | undefined }
    readonly reply: { readonly found: number }
  }
  readonly add: { readonly body: { readonly name: string }; readonly reply: unknown }
  readonly list: { readonly reply: readonly string[] }
}

const OPERATIONS: Readonly<Record<keyof Api, Operation>> = {
  find: { method: 'GET', path: '/things/:name', right: 'read' },
  add: { method: 'POST', path: '/things', right: 'admin' },
  list: { method: 'GET', path: '/things', right: 'read' },
}

function clientFor(status: number, body: string) {
  const calls: Call[] = []
  const client = createClient<Api>(OPERATIONS, (call) => {
    calls.push(call)
    return Promise.resolve({ status, body })
  })
  return { client, calls }
}

const problemOf = (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    () => 'no problem',
    (error: unknown) => error,
  )

describe('a typed call', () => {
  test('names go into the path and the query encoded, and parts left out are not sent', async () => {
    const { client, calls } = clientFor(200, '{"found":3}')
    expect(await client.find({ params: { name: 'a/b c' }, query: { from: 1, to: undefined } })).toEqual({ found: 3 })
    expect(calls).toEqual([{ method: 'GET', url: '/things/a%2Fb%20c?from=1', body: undefined }])
  })

  test('a body is sent as JSON, and an empty answer is no value', async () => {
    const { client, calls } = clientFor(204, '')
    expect(await client.add({ body: { name: 'ü' } })).toBeUndefined()
    expect(calls[0]?.body).toBe('{"name":"ü"}')
  })

  test('an operation that takes nothing is called with nothing', async () => {
    expect(await clientFor(200, '["a"]').client.list()).toEqual(['a'])
  })
})

describe('a failed call', () => {
  test('carries status, sentence and request id of the answer', async () => {
    const problem = await problemOf(clientFor(500, '{"error":"Internal error","request_id":"r1"}').client.list())
    expect(problem).toBeInstanceOf(ApiProblem)
    expect(problem).toMatchObject({ status: 500, message: 'Internal error', requestId: 'r1' })
  })

  test('an answer that is not JSON is a problem even with a good status', async () => {
    expect(await problemOf(clientFor(200, '<html>').client.list())).toMatchObject({
      status: 200,
      message: expect.stringContaining('not one of ours') as string,
    })
    expect(await problemOf(clientFor(502, '<html>').client.list())).toMatchObject({ status: 502 })
  })

  test('no answer is status 0 with the cause', async () => {
    const cause = new Error('refused')
    const client = createClient<Api>(OPERATIONS, () => Promise.reject(cause))
    expect(await problemOf(client.list())).toMatchObject({ status: 0, message: 'refused', cause })
  })
})

test('the generated map of the agent reaches its operations', async () => {
  const client = createClient<AgentApi>(agentApi, ({ method, url }) => Promise.resolve({ status: 200, body: JSON.stringify({ status: `${method} ${url}` }) }))
  expect(await client.setAgentPort({ params: { port: '8283' } })).toEqual({ status: 'PATCH /api/agent/port/8283' })
})
