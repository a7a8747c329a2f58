import { afterEach, describe, expect, it, vi } from 'vitest'
import { copiesOf, nothingTyped, readCopy, writeCopy } from './local-copy.ts'

const copyOf = (content: string, at: number) => ({ version: 1, typed: { ...nothingTyped, content }, at })

afterEach(() => {
  vi.restoreAllMocks()
  for (const { draftId } of copiesOf('creator')) writeCopy('creator', draftId, null)
})

describe('local drafts', () => {
  it('keep the newer text when the storage is full [DESK-1]', () => {
    writeCopy('creator', 'a', copyOf('Older', 1))
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    writeCopy('creator', 'a', copyOf('Newer', 2))
    expect(readCopy('creator', 'a')?.typed.content).toBe('Newer')
    expect(copiesOf('creator').map(({ copy }) => copy.typed.content)).toEqual(['Newer'])
    vi.restoreAllMocks()
    writeCopy('creator', 'a', copyOf('Stored again', 3))
    expect(readCopy('creator', 'a')?.typed.content).toBe('Stored again')
  })

  it('lists non-empty copies of their author, newest first [DESK-1]', () => {
    writeCopy('creator', 'a', copyOf('First', 1))
    writeCopy('creator', 'b', copyOf('Second', 2))
    writeCopy('creator', 'c', copyOf('', 3))
    writeCopy('other', 'd', copyOf('Theirs', 4))
    expect(copiesOf('creator').map(({ draftId }) => draftId)).toEqual(['b', 'a'])
    writeCopy('creator', 'b', null)
    expect([readCopy('creator', 'b'), readCopy('other', 'd')?.at]).toEqual([null, 4])
    writeCopy('other', 'd', null)
    writeCopy('creator', 'c', null)
  })
})
