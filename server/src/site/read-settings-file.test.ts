import { expect, it } from 'vitest'
import { problemSentence, readSettingsFile } from './read-settings-file.ts'

const problemsOf = (text: string) => readSettingsFile(text).problems?.map(problemSentence)

it('reads some of the settings [SITE-6]', () => {
  const { settings } = readSettingsFile('{ "name": "The Ninth", "bio": ["One.", "Two."] }')
  expect(settings).toEqual({ name: 'The Ninth', bio: ['One.', 'Two.'] })
})

it('says every fault of a file with its line [SITE-6]', () => {
  const file = `{
  "nmae": "The Ninth",
  "name": "",
  "supportEmail": "nobody",
  "accent": {
    "dark": "#000000",
    "light": "#006d3e"
  },
  "bio": [
    "Fine, with a \\"quote\\", a [bracket] and a {brace}.",
    7
  ],
  "joining": {
    "login": { "promoTitle": "", "promo": "" }
  },
  "terms": "# T\\n\\n[x](http://insecure.example)"
}`
  const found = problemsOf(file)
  expect(found?.map((sentence) => /^Line (\d+), ([\w.]+)/.exec(sentence)?.slice(1))).toEqual([
    ['2', 'nmae'],
    ['3', 'name'],
    ['4', 'supportEmail'],
    ['6', 'accent.dark'],
    ['11', 'bio.1'],
    ['13', 'joining.signup'],
    ['16', 'terms'],
  ])
  expect(found?.[3]).toContain('In the dark theme')
})

it.each([
  ['{\n  "name": "A",\n  "tagline" "B"\n}', /^Line 3: This is not JSON/],
  ['{\n  "name": "A",\n', /^Line 2: This is not JSON/],
  ['', /This is not JSON/],
  ['[]', /must be an object/],
  ['null', /must be an object/],
])('refuses what is no settings: %j [SITE-6]', (text, sentence) => {
  expect(problemsOf(text)?.join()).toMatch(sentence)
})
