/**
 * Subsets the fonts to the characters of the interface, and one weight for the server's link cards. Run it
 * after a font update: `node web/build/subset-fonts.ts`. The SIL Open Font License 1.1 asks for its text next
 * to the files.
 */
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const installed = (path: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/${path}`))
const ofWeb = (name: string) => fileURLToPath(new URL(`../src/fonts/${name}`, import.meta.url))
const ofCards = (name: string) =>
  fileURLToPath(new URL(`../../server/src/features/pages/${name}`, import.meta.url))

const latin1 = [...Array(0x100).keys()].filter((code) => (code >= 0x20 && code < 0x7f) || code >= 0xa0)
const signs = '–—‘’“”„•…‹›€™−×→←'
const characters = String.fromCodePoint(...latin1) + signs
const boardCharacters = String.fromCodePoint(...latin1.filter((code) => code < 0x7f)) + '£€–−×'

const families = [
  {
    from: 'archivo/files/archivo-latin-standard-normal.woff2',
    to: ofWeb('archivo.woff2'),
    licence: ['archivo/LICENSE', ofWeb('archivo-OFL.txt')],
    format: 'woff2',
    characters,
    axes: { wdth: { min: 75, max: 120 }, wght: { min: 400, max: 760 } },
  },
  {
    from: 'archivo/files/archivo-latin-standard-normal.woff2',
    to: ofCards('archivo.ttf'),
    licence: ['archivo/LICENSE', ofCards('archivo-OFL.txt')],
    format: 'sfnt',
    characters,
    axes: { wdth: 115, wght: 740 },
  },
  {
    from: 'martian-mono/files/martian-mono-latin-standard-normal.woff2',
    to: ofWeb('martian-mono.woff2'),
    licence: ['martian-mono/LICENSE', ofWeb('martian-mono-OFL.txt')],
    format: 'woff2',
    characters: boardCharacters,
    axes: { wdth: 82, wght: { min: 400, max: 700 } },
  },
] as const

for (const family of families) {
  const { from, to, licence, format, axes } = family
  const whole = await readFile(installed(from))
  const cut = await subsetFont(whole, family.characters, { targetFormat: format, variationAxes: axes })
  await writeFile(to, cut)
  await copyFile(installed(licence[0]), licence[1])
  process.stdout.write(`${basename(to)}: ${whole.length} to ${cut.length} bytes\n`)
}
