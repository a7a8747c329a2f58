import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { api } from '@touchline/contract/api.ts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

/** The features that return figures; each has a folder in the server and in the web. */
const nouns = ['insights', 'reach', 'audience', 'needs-attention']

/** Other places that compute or show figures. The API document contains statuses and no figures. */
const others = [
  'site/(?!openapi\\.)',
  'admin/analytics.ts',
  'admin/analytics-tab.tsx',
  'subscriptions/signup-benefits.tsx',
]

const places = [...nouns.map((noun) => `${noun}/`), ...others]
const isOfFigures = new RegExp(`^(?:server|web)/src/features/(?:${places.join('|')})(?!.*\\.test\\.)`)
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => isOfFigures.test(file) && /\.tsx?$/.test(file))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function numbersIn(schema: unknown, name = ''): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => numbersIn(one, name))
  if (!isObject(schema)) return []
  const { type, properties, ...rest } = schema
  return [
    ...(type === 'number' || type === 'integer' ? [name] : []),
    ...(isObject(properties)
      ? Object.entries(properties).flatMap(([key, value]) => numbersIn(value, key))
      : []),
    ...Object.values(rest).flatMap((value) => numbersIn(value, name)),
  ]
}

const figures = [
  ...new Set(
    Object.entries(api)
      .filter(([noun]) => nouns.includes(noun))
      .flatMap(([, endpoints]) => Object.values(endpoints))
      .flatMap((endpoint) =>
        'reply' in endpoint
          ? numbersIn(z.toJSONSchema(endpoint.reply, { io: 'output', unrepresentable: 'any' }))
          : [],
      ),
  ),
].filter(Boolean)

const number = String.raw`-?(?:\d[\d_]*)?\.?\d+`
const anyFigure = `(?:${figures.join('|')})`

/** Patterns of constants in place of computed figures; 0 is a sum of nothing, and 1 counts a row. */
const inventions = [
  {
    what: 'a number for a figure',
    pattern: new RegExp(`\\b${anyFigure}\\s*[:=]\\s*\\{?\\s*(${number})\\b`, 'g'),
  },
  {
    what: 'a number for a figure in SQL',
    pattern: new RegExp(`(${number})(?:::\\w+)?\\s+as\\s+"?${anyFigure}\\b`, 'g'),
  },
  {
    what: 'a number where there is none',
    pattern: new RegExp(`(?:\\?\\?|\\|\\|)\\s*['"\`]?(-?[\\d.](?:[\\d_.,]*\\d)?)`, 'g'),
  },
  {
    what: 'a list of numbers',
    pattern: new RegExp(`\\[\\s*${number}\\s*,\\s*${number}\\s*,\\s*(${number})\\b`, 'g'),
  },
  { what: 'a number on the screen', pattern: />\s*(\$?\d[\d,.]*%?)\s*</g },
  { what: 'an amount in words', pattern: /['"`]\s*(\$\d[\d,.]*)/g },
  { what: 'a throw of dice', pattern: /(Math\.random)\b/g },
]

const isNothing = (written: string, what: string) =>
  Number(written) === 0 || (what.endsWith('SQL') && written === '1')

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?:^|\s)\/\/.*$/gm, '')

const invented = (text: string) =>
  inventions.flatMap(({ what, pattern }) =>
    [...withoutComments(text).matchAll(pattern)]
      .filter(([, written = '']) => !isNothing(written, what))
      .map(([found]) => `${what}: ${found}`),
  )

describe('a figure', () => {
  it('is computed: no code for figures contains a constant one [ANA-2]', () => {
    expect(files.length).toBeGreaterThan(10)
    expect(files).toEqual(
      expect.arrayContaining([
        'server/src/features/site/landing-figures.ts',
        'server/src/features/admin/analytics.ts',
        'web/src/features/site/landing-notes.tsx',
        'web/src/features/admin/analytics-tab.tsx',
        'web/src/features/subscriptions/signup-benefits.tsx',
      ]),
    )
    expect(figures).toEqual(
      expect.arrayContaining(['totalSubscribers', 'monthlyRevenue', 'endCents', 'kept']),
    )
    expect(
      files.flatMap((file) => invented(readFileSync(file, 'utf8')).map((found) => `${file} has ${found}`)),
    ).toEqual([])
  })

  it('that is a constant is detected', () => {
    for (const lie of [
      'return { totalSubscribers: 1240 }',
      'const monthlyRevenue = 12_990',
      '<Chart endCents={4.5} />',
      'sql`select 42 as "totalLikes"`',
      'revenue.monthlyRevenue ?? 1299',
      "members: figures.members ?? '10,000'",
      "members: shown(members) || '10K+'",
      'const ages = [12, 40, 33]',
      '<strong>87%</strong>',
      '<p>$1,299.00</p>',
      "value: '$12.99'",
      'Math.random() * 100',
    ])
      expect([lie, invented(lie).length]).toEqual([lie, 1])
  })

  it('that is computed is accepted', () => {
    for (const fair of [
      'return { totalSubscribers: members.length, monthlyRevenue: 0 }',
      'sql`select 1 as count, 0 as "totalLikes"`',
      'money.get(month)?.creatorCents ?? 0',
      "found?.count ?? '0'",
      '`${count} of ${total}`',
      'const monthsShown = 24',
      '/** An amount as people read it: `$12.99`. */',
      '// A month brings `$9.74` of it.',
      "month.slice(0, 7), '2-digit'",
    ])
      expect([fair, invented(fair)]).toEqual([fair, []])
  })
})
