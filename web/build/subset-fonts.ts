/**
 * Subsets the two font families to the characters of the interface and writes them to src/fonts.
 * Run by hand after a font update: `node web/build/subset-fonts.ts`. Both families are under the SIL Open
 * Font License 1.1, which asks for its text to travel with the files: it is copied next to them.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const installed = (path: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/${path}`))
const target = (name: string) => fileURLToPath(new URL(`../src/fonts/${name}`, import.meta.url))

const latin1 = [...Array(0x100).keys()].filter((code) => (code >= 0x20 && code < 0x7f) || code >= 0xa0)
const signs = '–—‘’“”„•…‹›€™−×→←'
const characters = String.fromCodePoint(...latin1) + signs
const boardCharacters = String.fromCodePoint(...latin1.filter((code) => code < 0x7f)) + '£€–−×'

const families = [
  {
    from: 'archivo/files/archivo-latin-standard-normal.woff2',
    to: 'archivo.woff2',
    licence: 'archivo/LICENSE',
    characters,
    axes: { wdth: { min: 75, max: 120 }, wght: { min: 400, max: 760 } },
  },
  {
    from: 'martian-mono/files/martian-mono-latin-standard-normal.woff2',
    to: 'martian-mono.woff2',
    licence: 'martian-mono/LICENSE',
    characters: boardCharacters,
    axes: { wdth: 82, wght: { min: 400, max: 700 } },
  },
]

for (const family of families) {
  const whole = await readFile(installed(family.from))
  const cut = await subsetFont(whole, family.characters, {
    targetFormat: 'woff2',
    variationAxes: family.axes,
  })
  await writeFile(target(family.to), cut)
  await copyFile(installed(family.licence), target(family.to.replace('.woff2', '-OFL.txt')))
  process.stdout.write(`${family.to}: ${whole.length} to ${cut.length} bytes\n`)
}
