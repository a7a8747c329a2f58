import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { beforeProgram } from '../server/program.mjs'

const server = fileURLToPath(new URL('../server', import.meta.url))
const program = `
  import { createRequire, registerHooks } from 'node:module'
  const files = []
  registerHooks({ load(url, context, next) {
    const loaded = next(url, context)
    if (url.includes('/drizzle-orm/')) files.push(url + ' as ' + loaded.format)
    return loaded
  } })
  for (const part of ['', '/pg-core', '/node-postgres', '/node-postgres/migrator', '/migrator'])
    await import('drizzle-orm' + part)
  const required = createRequire(process.cwd() + '/')('drizzle-orm')
  console.log(JSON.stringify({ files: files.toSorted(), required: Object.keys(required).toSorted() }))`

/** The files of drizzle-orm that Node loads, and what a program that requires it gets. */
function loaded(options: string[]): { files: string[]; required: string[] } {
  const output = execFileSync(process.execPath, [...options, '--input-type=module', '--eval', program], {
    cwd: server,
    encoding: 'utf8',
  })
  return JSON.parse(output)
}

it('programs of the server load the same files of drizzle-orm as Node by itself', () => {
  const asByNode = loaded([])
  expect(asByNode.files.length).toBeGreaterThan(50)
  expect(loaded(beforeProgram)).toEqual(asByNode)
})
