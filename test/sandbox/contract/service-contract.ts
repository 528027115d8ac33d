import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Exchange } from './recording-proxy.ts'

const schemaSchema = z.record(z.string(), z.unknown())
const contentSchema = z.object({ 'application/json': z.object({ schema: schemaSchema }) })
const parameterSchema = z.object({ name: z.string(), in: z.enum(['query', 'path']), schema: schemaSchema })
const operationSchema = z.object({
  operationId: z.string(),
  'x-not-shown': z.boolean().optional(),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(z.unknown()).optional(),
  requestBody: z.object({ required: z.boolean(), content: contentSchema }).optional(),
  responses: z.record(z.string(), z.unknown()),
})
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.object({ parameters: z.record(z.string(), z.unknown()), schemas: z.record(z.string(), z.unknown()) }).loose(),
})

export interface ContractOperation {
  id: string
  method: string
  path: string
  isShown: boolean
}

interface Validators extends ContractOperation {
  matches: RegExp
  needsToken: boolean
  query: ReadonlyMap<string, ValidateFunction>
  request: ValidateFunction | null
  isBodyRequired: boolean
  response: ValidateFunction | null
}

export const contractFile = join(import.meta.dirname, '..', '..', '..', 'docs', 'service.openapi.yaml')
const documentId = 'https://rollcall.example/service.openapi.json'

const readDocument = () => documentSchema.parse(parse(readFileSync(contractFile, 'utf8')))

/** Compiles the description of the service with Ajv; `problemsOf` says what of an exchange is not as it says. */
export function readContract() {
  const document = readDocument()
  // OpenAPI's own words beside JSON Schema ones are no constraints; everything else must be known.
  const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false, keywords: ['x-not-shown'] })
  ajv.addSchema({ $id: documentId, $defs: absolute(document.components.schemas) })
  const compile = (pointer: string, schema: Record<string, unknown>) =>
    ajv.compile({ ...absolute(schema), $id: `${documentId}/${pointer}` })

  const parameterOf = (value: unknown) => {
    const reference = z.object({ $ref: z.string() }).safeParse(value)
    if (!reference.success) return parameterSchema.parse(value)
    return parameterSchema.parse(document.components.parameters[reference.data.$ref.split('/').at(-1) ?? ''])
  }

  const operations: Validators[] = []
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, value] of Object.entries(methods)) {
      if (method === 'parameters') continue
      const operation = operationSchema.parse(value)
      const id = operation.operationId
      const parameters = (operation.parameters ?? []).map(parameterOf).filter((parameter) => parameter.in === 'query')
      const success = z.object({ content: contentSchema }).safeParse(operation.responses['200'])
      const pattern = path.replaceAll('.', String.raw`\.`).replaceAll('{uuid}', '[^/]+')
      operations.push({
        id,
        path,
        method: method.toUpperCase(),
        isShown: operation['x-not-shown'] !== true,
        matches: new RegExp(`^${pattern}$`),
        needsToken: operation.security?.length !== 0,
        query: new Map(parameters.map((parameter) => [parameter.name, compile(`${id}/${parameter.name}`, parameter.schema)])),
        request: operation.requestBody ? compile(`${id}/request`, operation.requestBody.content['application/json'].schema) : null,
        isBodyRequired: operation.requestBody?.required ?? false,
        response: success.success ? compile(`${id}/response`, success.data.content['application/json'].schema) : null,
      })
    }
  }
  const find = (exchange: Exchange) =>
    operations.find((operation) => operation.method === exchange.method && operation.matches.test(exchange.path))
  return {
    operations: operations.map(({ id, method, path, isShown }): ContractOperation => ({ id, method, path, isShown })),
    operationOf: (exchange: Exchange): string | null => find(exchange)?.id ?? null,
    requestProblems(exchange: Exchange): string[] {
      const operation = find(exchange)
      if (!operation) return [`${exchange.method} ${exchange.path} is not in the description`]
      return operation.isShown
        ? [...tokenProblems(operation, exchange), ...queryProblems(operation, exchange), ...bodyProblems(operation, exchange)]
        : []
    },
    responseProblems(exchange: Exchange): string[] {
      const operation = find(exchange)
      if (!operation?.isShown) return []
      if (exchange.status !== 200) return [`${operation.id} answered ${exchange.status}`]
      if (!isJson(exchange.responseHeaders)) return [`${operation.id} did not answer with JSON`]
      return problems(operation.response, JSON.parse(exchange.responseBody), `the answer of ${operation.id}`)
    },
  }
}

/** References to the described schemas, from wherever the schema stands. */
function absolute(schema: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', `"${documentId}#/$defs/`)) as Record<string, unknown>
}

const isJson = (headers: Exchange['requestHeaders']) => /^application\/json\b/.test(String(headers['content-type'] ?? ''))

function problems(validate: ValidateFunction | null, value: unknown, where: string): string[] {
  if (!validate) return [`${where} has no schema`]
  if (validate(value)) return []
  return (validate.errors ?? []).map((error) => `${where}${error.instancePath} ${error.message ?? 'is wrong'}`)
}

function tokenProblems(operation: Validators, { requestHeaders, query }: Exchange): string[] {
  const hasToken = requestHeaders['x-tgp-access-token'] !== undefined || query.has('access_token')
  return hasToken === operation.needsToken ? [] : [`${operation.id} ${hasToken ? 'carries a' : 'lacks its'} token`]
}

function queryProblems(operation: Validators, { query }: Exchange): string[] {
  return [...query].flatMap(([name, text]) => {
    if (name === 'access_token') return []
    const validate = operation.query.get(name)
    if (!validate) return [`${operation.id} has no parameter ${name}`]
    const isNumber = (validate.schema as { type?: string }).type === 'integer'
    return problems(validate, isNumber ? Number(text) : text, `the parameter ${name} of ${operation.id}`)
  })
}

function bodyProblems(operation: Validators, { requestHeaders, requestBody }: Exchange): string[] {
  if (requestBody === '') return operation.isBodyRequired ? [`${operation.id} lacks its body`] : []
  if (!operation.request) return [`${operation.id} has no body`]
  if (!isJson(requestHeaders)) return [`the body of ${operation.id} is not sent as JSON`]
  return problems(operation.request, JSON.parse(requestBody), `the body of ${operation.id}`)
}
