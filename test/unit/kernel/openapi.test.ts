import { expect, test } from 'vitest'
import { openApiOf } from '../../../electron/kernel/openapi.ts'
import { ask, routes, start } from './serving.ts'

test('the document is made from the route table', () => {
  const document = openApiOf(routes, { title: 'Test', version: '1' })
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: {
      '/api/items/{name}': {
        post: {
          operationId: 'add',
          'x-right': 'token',
          parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
          requestBody: {
            content: { 'application/json': { schema: { required: ['host', 'port'], properties: { port: { type: 'integer', minimum: 1, maximum: 65535 } } } } },
          },
          responses: {
            201: {},
            400: { description: 'A connection named "{name}" exists already; choose another name or update it' },
            default: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
          },
        },
        delete: { operationId: 'drop' },
      },
      '/api/app/own': { patch: { 'x-own': true } },
      '/api/upload': { post: { requestBody: { content: { 'application/octet-stream': {} } } } },
    },
    components: { schemas: { Error: { required: ['error'] } } },
  })
  expect(JSON.stringify(document)).not.toContain('$schema')
})

test('everybody may read it, at its path', async () => {
  const served = await start()
  const answer = await ask(served, 'GET', '/openapi.json')
  expect(answer.json).toEqual(JSON.parse(JSON.stringify(openApiOf(routes, { title: 'Test', version: '1' }))))
  expect((await ask(served, 'POST', '/openapi.json')).headers['allow']).toBe('GET, HEAD, OPTIONS')
  await served.server.close()
})
