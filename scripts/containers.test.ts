import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ignores, readDockerfile } from './build-without-docker.mjs'

const inRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const read = (path: string) => readFileSync(inRoot(path), 'utf8')
const manifest = JSON.parse(read('package.json'))
const steps: { name: string; words: string }[] = readDockerfile(inRoot('Dockerfile'))
const copied = steps.filter(({ name }) => name === 'COPY').map(({ words }) => words)

describe('the image', () => {
  it('uses the tested version of Node.js', () => {
    const base = steps.filter(({ name }) => name === 'FROM').map(({ words }) => words.split(' ')[0])
    expect(base).toContain(`node:${manifest.dependencies.node}-trixie-slim`)
  })

  it('installs all dependencies exactly as locked', () => {
    for (const workspace of manifest.workspaces)
      expect(copied).toContain(`${workspace}/package.json ${workspace}/`)
    const installs = steps.filter(({ words }) => /\bnpm (ci|i|install)\b/.test(words))
    expect(installs).toHaveLength(2)
    for (const { words } of installs) expect(words).toMatch(/^npm ci /)
  })

  it('contains sources only: no data, secrets, tests or build output', () => {
    const isIgnored = ignores(inRoot('.dockerignore'))
    for (const path of ['server/src/main.ts', 'web/src/main.tsx', 'package-lock.json', 'content/site.ts'])
      expect([path, isIgnored(path)]).toEqual([path, false])
    for (const path of [
      'data/session-secret',
      '.env',
      'server/.env.local',
      '.git/config',
      'node_modules/zod/package.json',
      'web/dist/index.html',
      'server/src/app.test.ts',
      'deploy/example.env',
    ])
      expect([path, isIgnored(path)]).toEqual([path, true])
  })

  it('runs unprivileged, with a health check and a stop signal', () => {
    const last = steps.slice(steps.findLastIndex(({ name }) => name === 'FROM'))
    const of = (wanted: string) => last.find(({ name }) => name === wanted)?.words
    expect([of('USER'), of('STOPSIGNAL')]).toEqual(['node', 'SIGTERM'])
    expect(of('HEALTHCHECK')).toContain('/readyz')
  })
})

it('the example lists every variable that compose.yaml requires', () => {
  const needed = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name)
  const given = [...read('deploy/example.env').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect(needed.length).toBeGreaterThan(3)
  expect(given).toEqual(expect.arrayContaining(needed))
})
