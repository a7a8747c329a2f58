import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Package = {
  version?: string
  integrity?: string
  resolved?: string
  dev?: boolean
  devOptional?: boolean
  link?: boolean
  hasInstallScript?: boolean
}
const lock: { packages: Record<string, Package> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const { allowScripts }: { allowScripts: Record<string, boolean> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)
const fetched = Object.entries(lock.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)
/** Packages that run the site or are sent to browsers. */
const used = fetched.filter(([, { dev, devOptional }]) => !dev && !devOptional)

const isForWindows = (name: string) => name.includes('/windows-')

const numbers = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number)
const isBefore = (version: string, floor: string) => {
  const [have, need] = [numbers(version), numbers(floor)]
  const at = have.findIndex((number, place) => number !== need[place])
  return at >= 0 && have[at]! < need[at]!
}

describe('the dependencies', () => {
  it('match the lock file byte for byte and come from the registry only [T-SU-01]', () => {
    expect(used.length).toBeGreaterThan(100)
    expect(used.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
    // An address is recorded only when it is not the registry's.
    expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
  })

  it('run only the named install scripts [T-SU-01]', () => {
    const running = fetched
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path))
    expect(new Set(running.filter((name) => !isForWindows(name)))).toEqual(
      new Set(Object.keys(allowScripts).filter((name) => allowScripts[name])),
    )
  })

  it.each([
    ['fastify', '5.8.5'],
    ['@fastify/static', '9.1.1'],
    ['@fastify/multipart', '9.0.3'],
  ])('has no %s from before its holes were closed, in %s [T-SU-01]', (name, floor) => {
    const versions = used.filter(([path]) => nameOf(path) === name).map(([, { version }]) => version ?? '')
    expect(versions.length).toBeGreaterThan(0)
    expect(versions.filter((version) => isBefore(version, floor))).toEqual([])
  })
})
