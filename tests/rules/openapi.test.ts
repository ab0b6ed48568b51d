import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApi } from '#main/api.ts'
import { openLog } from '#platform/server/log.ts'
import { type ApiSurface, apiSurface, removedFrom } from './api-surface.ts'

const file = 'tests/rules/openapi-snapshot.json'
const howToUpdate = 'UPDATE_OPENAPI_SNAPSHOT=1 npx vitest run --project pure tests/rules/openapi.test.ts'

test('no operation, parameter, field or enum value of the public API was removed or renamed', async () => {
  const now = apiSurface(JSON.parse(JSON.stringify(await openApi(openLog('silent')).describe())))
  expect(Object.keys(now).length).toBeGreaterThan(100)
  if (process.env.UPDATE_OPENAPI_SNAPSHOT) {
    writeFileSync(file, JSON.stringify(now, null, 2))
    expect(spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', file]).status).toBe(0)
  }
  const before: ApiSurface = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  expect(before, `${file} is missing. Create it with: ${howToUpdate}`).not.toEqual({})
  const added = removedFrom(now, before)
  if (added.length) console.info(`${added.length} additions to the public API are not in ${file}. Add them with: ${howToUpdate}`)
  expect(
    removedFrom(before, now),
    `Clients may depend on what was removed from the public API. If the removal is intended, list it in CHANGELOG.md and update ${file} with: ${howToUpdate}`,
  ).toEqual([])
})

const schema = {
  type: 'object',
  properties: {
    status: { enum: ['active', 'victory'] },
    sources: { type: 'array', items: { type: 'object', properties: { url: { type: 'string' } } } },
    parent: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
  },
}

/** A document with every part that the comparison reads; `Thing` is recursive. */
const sample = (thing: unknown = schema) => ({
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'things.get',
        parameters: [{ in: 'query', name: 'sort', schema: { type: 'string', enum: ['az', 'new'] } }],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
      post: { requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { kind: { const: 'one' } } } } } }, responses: {} },
    },
  },
  components: { schemas: { Thing: thing } },
})

test('the surface of an API has its operations, parameters, fields at every depth and enum values', () => {
  expect(apiSurface(sample())).toEqual({
    'GET /things/{id}': [
      'operationId things.get',
      'query sort',
      'query sort = "az"',
      'query sort = "new"',
      'response 200',
      'response 200 application/json',
      'response 200.parent',
      'response 200.sources',
      'response 200.sources[].url',
      'response 200.status',
      'response 200.status = "active"',
      'response 200.status = "victory"',
    ],
    'POST /things/{id}': ['request application/json', 'request.kind', 'request.kind = "one"'],
  })
})

test('removed and renamed parts of an API are found, and additions are not', () => {
  const before = apiSurface(sample())
  const found = (change: (document: ReturnType<typeof sample>) => void) => {
    const document = structuredClone(sample())
    change(document)
    return removedFrom(before, apiSurface(document))
  }
  expect(found(() => {})).toEqual([])
  expect(found(({ paths }) => Reflect.deleteProperty(paths['/things/{id}'], 'post'))).toEqual(['POST /things/{id}'])
  expect(found(({ paths }) => Object.assign(paths['/things/{id}'].get, { operationId: 'things.read' }))).toEqual(['GET /things/{id}: operationId things.get'])
  expect(found(({ paths }) => Object.assign(paths['/things/{id}'].get, { parameters: [] }))).toHaveLength(3)
  const withProperties = (changed: object) => removedFrom(before, apiSurface(sample({ ...schema, properties: { ...schema.properties, ...changed } })))
  expect(withProperties({ status: { enum: ['active', 'won'] } })).toEqual(['GET /things/{id}: response 200.status = "victory"'])
  expect(withProperties({ sources: { type: 'array', items: { properties: { href: {} } } } })).toEqual(['GET /things/{id}: response 200.sources[].url'])
  expect(withProperties({ status: { enum: ['active', 'victory', 'archived'] }, goal: { type: 'string' } })).toEqual([])
})
