/** Maps each operation ("GET /campaigns") to everything in it that clients may depend on, one sorted line for each. */
export type ApiSurface = { [operation: string]: string[] }

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']

/** Lists the operation ids, parameters, media types, fields and enum values of an OpenAPI document. */
export function apiSurface(document: unknown): ApiSurface {
  const surface: ApiSurface = {}
  for (const [path, item] of entries(at(document, 'paths'))) {
    for (const method of methods) {
      const operation = at(item, method)
      if (operation === undefined) continue
      const lines = new Set<string>()
      const id = at(operation, 'operationId')
      if (id !== undefined) lines.add(`operationId ${id}`)
      for (const given of [...list(at(item, 'parameters')), ...list(at(operation, 'parameters'))]) {
        const parameter = resolved(document, given)
        const name = `${at(parameter, 'in')} ${at(parameter, 'name')}`
        lines.add(name)
        addFields({ document, schema: at(parameter, 'schema'), prefix: name, lines, within: [] })
      }
      addContent({ document, body: at(operation, 'requestBody'), prefix: 'request', lines })
      for (const [status, body] of entries(at(operation, 'responses'))) {
        lines.add(`response ${status}`)
        addContent({ document, body, prefix: `response ${status}`, lines })
      }
      surface[`${method.toUpperCase()} ${path}`] = [...lines].sort()
    }
  }
  return surface
}

/** Returns what `before` has and `now` does not have: each removed operation, and each removed line of the operations that still exist. */
export function removedFrom(before: ApiSurface, now: ApiSurface): string[] {
  return Object.entries(before).flatMap(([operation, lines]) => {
    const present = now[operation]
    return present ? lines.filter((line) => !present.includes(line)).map((line) => `${operation}: ${line}`) : [operation]
  })
}

type Place = { document: unknown; prefix: string; lines: Set<string> }

function addContent({ body, ...place }: Place & { body: unknown }): void {
  for (const [type, content] of entries(at(resolved(place.document, body), 'content'))) {
    place.lines.add(`${place.prefix} ${type}`)
    addFields({ ...place, schema: at(content, 'schema'), within: [] })
  }
}

/** `within` holds the references that lead to this schema, so that a recursive schema is entered once. */
function addFields({ document, schema, prefix, lines, within }: Place & { schema: unknown; within: unknown[] }): void {
  const reference = at(schema, '$ref')
  if (within.includes(reference)) return
  const path = reference === undefined ? within : [...within, reference]
  const add = (inner: unknown, name: string) => addFields({ document, schema: inner, prefix: name, lines, within: path })
  const known = resolved(document, schema)
  const constant = at(known, 'const')
  for (const value of [...list(at(known, 'enum')), ...(constant === undefined ? [] : [constant])]) lines.add(`${prefix} = ${JSON.stringify(value)}`)
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems']) for (const part of list(at(known, keyword))) add(part, prefix)
  for (const [name, field] of entries(at(known, 'properties'))) {
    lines.add(`${prefix}.${name}`)
    add(field, `${prefix}.${name}`)
  }
  // The value of these keywords may also be `true` or `false`.
  for (const [keyword, sign] of [
    ['items', '[]'],
    ['additionalProperties', '{}'],
  ] as const) {
    const inner = at(known, keyword)
    if (typeof inner === 'object') add(inner, prefix + sign)
  }
}

/** Follows a reference such as "#/components/schemas/Campaign". */
function resolved(document: unknown, value: unknown): unknown {
  const reference = at(value, '$ref')
  if (typeof reference !== 'string') return value
  return reference
    .slice(2)
    .split('/')
    .reduce((part, key) => at(part, key.replaceAll('~1', '/').replaceAll('~0', '~')), document)
}

const at = (value: unknown, key: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined)
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const entries = (value: unknown): [string, unknown][] => (typeof value === 'object' && value !== null ? Object.entries(value) : [])
