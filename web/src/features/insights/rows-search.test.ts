import { movementKinds, tracedFigures } from '@touchline/contract/insights.ts'
import { expect, it } from 'vitest'
import { toRowsSearch } from './rows-search.ts'

it('knows every figure and every movement of the contract', () => {
  for (const figure of tracedFigures) expect(toRowsSearch({ figure })).toEqual({ figure })
  for (const kind of movementKinds)
    expect(toRowsSearch({ figure: 'movements', kind })).toEqual({ figure: 'movements', kind })
})

it('leaves out what somebody typed and is no figure, month or movement', () => {
  expect(toRowsSearch({ figure: 'luck', month: '2026-13-01', kind: 'new' })).toEqual({})
  expect(toRowsSearch({ figure: ['posts'], month: 202611 })).toEqual({})
  expect(toRowsSearch({ figure: 'posts', month: '2026-11-01', kind: 'new' })).toEqual({
    figure: 'posts',
    month: '2026-11-01',
  })
  expect(toRowsSearch({ figure: 'movements', kind: 'toString' })).toEqual({ figure: 'movements' })
})
