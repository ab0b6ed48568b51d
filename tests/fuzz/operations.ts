import { fallbackORPCErrorStatus } from '@orpc/client'
import { isContractProcedure } from '@orpc/contract'
import { z } from 'zod'
import { contract } from '#main/contract.ts'

/** The part of JSON Schema that the contract's inputs use. */
export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  contentEncoding?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** Returns null if the value matches the contract exactly, without additional keys; otherwise the problems. */
export type Check = (value: unknown) => string | null

export type Operation = {
  /** Its path in the contract, such as campaigns.create. */
  name: string
  method: string
  /** `/api/v1` for operations of the contract. */
  base: string
  /** Path below the base, with parameters in braces. */
  path: string
  parameters: string[]
  input: Schema
  isUpload: boolean
  /** The operation accepts a page's form, as browsers send it without JavaScript. */
  isForm?: boolean
  /** The response is a file, not JSON. */
  isDownload: boolean
  successStatus: number
  answer: Check
  refusals: Map<string, { status: number; data: Check }>
}

/** Every operation of the contract, read from its schemas, so that a new operation is fuzzed automatically. */
export const operations: Operation[] = readContract(contract, [])

function readContract(at: object, names: string[]): Operation[] {
  if (!isContractProcedure(at)) return Object.entries(at).flatMap(([name, part]) => readContract(part, [...names, name]))
  const { route, inputSchema, outputSchema, errorMap } = at['~orpc']
  const path = route.path ?? ''
  const input: Schema = inputSchema instanceof z.ZodType ? jsonSchema(inputSchema, 'input') : {}
  const refusals = Object.entries(errorMap).map(([code, known]) => {
    const { status, data }: { status?: number; data?: unknown } = Object(known)
    return [code, { status: fallbackORPCErrorStatus(code, status), data: data instanceof z.ZodType ? checkOf(data) : () => null }] as const
  })
  return [
    {
      name: names.join('.'),
      method: route.method ?? 'POST',
      base: '/api/v1',
      path,
      parameters: parametersOf(path),
      input,
      isUpload: JSON.stringify(input).includes('"contentEncoding":"binary"'),
      isDownload: route.outputStructure === 'detailed',
      successStatus: route.successStatus ?? 200,
      answer: outputSchema instanceof z.ZodType ? checkOf(outputSchema) : (value) => (value === undefined ? null : 'an answer where none is described'),
      refusals: new Map(refusals),
    },
  ]
}

export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
}

/** Dates are sent as text. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): any {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: made }) {
      if (zodSchema._zod.def.type === 'date') Object.assign(made, { type: 'string', format: 'date-time' })
    },
  })
}

/** Rejects every key that the schema does not name, at any depth, so that leaked fields are detected. */
export function checkOf(schema: z.ZodType): Check {
  const strict = z.fromJSONSchema(jsonSchema(schema, 'output'))
  return (value) => {
    const read = strict.safeParse(value)
    return read.success ? null : read.error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ')
  }
}

/** The operation at this address, if any. Operations of the contract also accept a slash at the end. */
export function operationAt(among: Operation[], { method, path }: { method: string; path: string }): Operation | undefined {
  if (path.startsWith('/rpc/')) return operations.find(({ name }) => path.replace(/\/$/, '') === `/rpc/${name.replace('.', '/')}`)
  return among.find((operation) => operation.method === method && patternOf(operation).test(path))
}

const patterns = new Map<Operation, RegExp>()
function patternOf(operation: Operation): RegExp {
  const known = patterns.get(operation) ?? new RegExp(`^${operation.base}${operation.path.replace(/\{\w+\}/g, '[^/]+')}${operation.base ? '/?' : ''}$`)
  patterns.set(operation, known)
  return known
}
