import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { keepCalls } from './endpoint-calls.ts'

it('keeps the method and path of endpoints, and schemas only where they are used', () => {
  const code = `
const shared = { id: z.string() }
const reply = z.object({})
export const list = endpoint({ method: 'GET', path: '/api/posts', access: 'member', query: z.object({}), reply })
export const show = endpoint({ summary: 'One (1) post.', method: 'GET', path: \`/api/\${name}\`, reply })
export const max = most(3)`
  expect(keepCalls(code)).toBe(`
const shared = /* @__PURE__ */ (() => ({ id: z.string() }))()
const reply = /* @__PURE__ */ (() => (z.object({})))()
export const list = { method: 'GET', path: '/api/posts' }
export const show = { method: 'GET', path: \`/api/\${name}\` }
export const max = /* @__PURE__ */ (() => (most(3)))()`)
})

it('leaves out no schema with which a screen checks what is typed', () => {
  const folder = fileURLToPath(new URL('../src/', import.meta.url))
  const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((file) => !file.includes('.test.'))
  const checks =
    /fieldProblems\(\s*\w+\.(?:body|query|params)\b|\.(?:body|query|params|reply)!?\??\.(?:safeParse|parse)\(/
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => checks.test(readFileSync(`${folder}${file}`, 'utf8')))).toEqual([])
})
