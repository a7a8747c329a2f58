import { expect, it } from 'vitest'
import { keepCalls } from './endpoint-calls.ts'

it('keeps the method and path of endpoints, not their schemas', () => {
  const code = `
const reply = z.object({})
export const list = endpoint({ method: 'GET', path: '/api/posts', access: 'member', query: z.object({}), reply })
export const show = endpoint({ summary: 'One (1) post.', method: 'GET', path: \`/api/\${name}\`, reply })
export const max = most(3)`
  expect(keepCalls(code)).toBe(`
const reply = z.object({})
export const list = { method: 'GET', path: '/api/posts' }
export const show = { method: 'GET', path: \`/api/\${name}\` }
export const max = most(3)`)
})
