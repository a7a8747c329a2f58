import { parseAst, type Plugin } from 'vite'

type Init = ReturnType<typeof initsIn>[number]

/** The initial values of the constants of a file. */
const initsIn = (code: string) =>
  parseAst(code)
    .body.map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement,
    )
    .flatMap((declared) => (declared?.type === 'VariableDeclaration' ? declared.declarations : []))
    .flatMap(({ init }) => init ?? [])

const needed = new Set(['method', 'path'])

function callOf(init: Init, code: string): string | null {
  if (init.type !== 'CallExpression') return null
  const [declared] = init.arguments
  if (init.callee.type !== 'Identifier' || init.callee.name !== 'endpoint') return null
  if (declared?.type !== 'ObjectExpression') return null
  const kept = declared.properties.filter(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && needed.has(one.key.name),
  )
  return `{ ${kept.map((one) => code.slice(one.start, one.end)).join(', ')} }`
}

const mayMakeSchemas = new Set(['CallExpression', 'ObjectExpression', 'ArrayExpression'])

/**
 * Replaces the endpoints in a contract file with their method and path. Marks other values that are made by calls as free
 * of side effects, so that the build leaves out those that nothing uses.
 */
export function keepCalls(code: string): string {
  const parts: string[] = []
  let done = 0
  for (const init of initsIn(code)) {
    const value = code.slice(init.start, init.end)
    const call = callOf(init, code)
    if (!call && !(mayMakeSchemas.has(init.type) && value.includes('('))) continue
    parts.push(code.slice(done, init.start), call ?? `/* @__PURE__ */ (() => (${value}))()`)
    done = init.end
  }
  return parts.join('') + code.slice(done)
}

/**
 * Reduces the contract to what the browser needs. The server checks requests and replies against the schemas, so the
 * browser needs only those with which a screen checks what is typed, and elsewhere not the validator.
 */
export const endpointCalls = (): Plugin => ({
  name: 'endpoint-calls',
  transform: {
    filter: { id: /\/contract\/src\/[\w-]+\.ts$/ },
    handler: (code) => ({ code: keepCalls(code), map: null, moduleSideEffects: false }),
  },
})
