import { expect, it } from 'vitest'
import { toAuditSearch } from './audit-search.ts'

it('leaves out days that no calendar has [ADM-4]', () => {
  const none = ['2026-02-31', '2026-13-01', '2026-00-10', '2026-2-3', 'yesterday', 20_260_203, null]
  for (const day of none) expect(toAuditSearch({ from: day, to: day })).toEqual({})
  const days = { from: '2024-02-29', to: '2026-12-31' }
  expect(toAuditSearch(days)).toEqual(days)
})
