import { movementKinds, tracedFigures } from '@touchline/contract/insights.ts'
import { expect, it } from 'vitest'
import { toRowsSearch } from './rows-search.ts'

it('takes every figure, movement, month and moment of the contract', () => {
  for (const figure of tracedFigures)
    for (const kind of movementKinds)
      expect(
        toRowsSearch({
          figure,
          kind,
          month: '2026-11-01',
          through: '2027-01-01',
          since: '2026-11-04T12:00:00.000Z',
          until: '2026-11-20T00:00:00.000Z',
          joined: '2026-10-01',
        }),
      ).toEqual({
        figure,
        kind,
        month: '2026-11-01',
        through: '2027-01-01',
        since: '2026-11-04T12:00:00.000Z',
        until: '2026-11-20T00:00:00.000Z',
        joined: '2026-10-01',
      })
})

it('drops malformed search parameters', () => {
  expect(toRowsSearch({ figure: '<b>', month: '2026-11-15', kind: 7, joined: '2026-10' })).toEqual({})
  expect(toRowsSearch({ month: '2026-13-01', through: '2026-00-01', joined: '2026-99-01' })).toEqual({})
  expect(
    toRowsSearch({
      figure: ['posts'],
      month: 202_611,
      through: '2026-11',
      since: '2026-13-04T12:00:00.000Z',
      until: '2026-10-27',
    }),
  ).toEqual({})
})
