import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Licences that allow use and redistribution under their own notice. */
const allowed = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
])

type Exception = { names: RegExp; licence: string | undefined; why: string }

const exceptions: Exception[] = [
  {
    names: /^@fontsource-variable\/(archivo|martian-mono)$/,
    licence: 'OFL-1.1',
    why: 'fonts: free to use and to pass on, only not to be sold by themselves',
  },
  {
    names: /^@img\/sharp-(libvips|win32|wasm32)/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips is a library of its own beside sharp, loaded when it runs, and can be replaced',
  },
  {
    names: /^argparse$/,
    licence: 'Python-2.0',
    why: 'the command line of markdown-it, which the site never loads; a permissive licence',
  },
  {
    names: /^combine-errors$/,
    licence: undefined,
    why: 'MIT by its read-me; its package.json does not say so',
  },
]

type Package = { license?: string; dev?: boolean; devOptional?: boolean; link?: boolean }
const lock: { packages: Record<string, Package> } = JSON.parse(readFileSync('package-lock.json', 'utf8'))

/** Everything installed to run the site or sent to browsers; not what only developers use. */
const used = Object.entries(lock.packages)
  .filter(
    ([path, { dev, devOptional, link }]) => path.includes('node_modules/') && !dev && !devOptional && !link,
  )
  .map(([path, { license }]) => ({ name: path.slice(path.lastIndexOf('node_modules/') + 13), license }))

/** In `(MIT OR CC0-1.0)` one may choose; in `A AND B` both apply. */
const isAllowed = (license: string | undefined) =>
  license !== undefined &&
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((one) => allowed.has(one))

const exceptionFor = (name: string, license: string | undefined) =>
  exceptions.find(
    ({ names, licence }) =>
      names.test(name) && (licence === license || (licence && license?.split(' AND ').includes(licence))),
  )

it('uses only dependencies with an allowed licence', () => {
  expect(used.length).toBeGreaterThan(100)
  const refused = used.filter(({ name, license }) => !isAllowed(license) && !exceptionFor(name, license))
  expect(refused).toEqual([])
})

it('lists no exception that is no longer needed', () => {
  const needed = new Set(used.map(({ name, license }) => exceptionFor(name, license)))
  expect(exceptions.filter((exception) => !needed.has(exception))).toEqual([])
})
