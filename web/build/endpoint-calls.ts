import { parseAst, type Plugin, Visitor } from 'vite'

const needed = new Set(['method', 'path'])

/** Replaces the endpoints in a contract file with their method and path. */
export function keepCalls(code: string): string {
  const parts: string[] = []
  let done = 0
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [declared], start, end }) {
      if (callee.type !== 'Identifier' || callee.name !== 'endpoint') return
      if (declared?.type !== 'ObjectExpression') return
      const kept = declared.properties.filter(
        (one) => one.type === 'Property' && one.key.type === 'Identifier' && needed.has(one.key.name),
      )
      const call = kept.map((one) => code.slice(one.start, one.end)).join(', ')
      parts.push(code.slice(done, start), `{ ${call} }`)
      done = end
    },
  })
  visitor.visit(parseAst(code))
  return parts.join('') + code.slice(done)
}

/**
 * Reduces the endpoints of the contract to what a call needs. The server checks requests and replies against the schemas,
 * so the browser needs neither them nor the validator.
 */
export const endpointCalls = (): Plugin => ({
  name: 'endpoint-calls',
  transform: {
    filter: { id: /\/contract\/src\/[\w-]+\.ts$/, code: /\bendpoint\(/ },
    handler: (code) => ({ code: keepCalls(code), map: null }),
  },
})
