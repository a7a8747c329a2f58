import { afterEach, describe, expect, it, vi } from 'vitest'
import { beginDraft, copiesOf, nothingTyped, readCopy, takeChosenFiles, writeCopy } from './local-copy.ts'

const copyOf = (content: string, at: number) => ({ version: 1, typed: { ...nothingTyped, content }, at })

afterEach(() => {
  vi.restoreAllMocks()
  for (const copy of copiesOf('creator')) writeCopy('creator', copy, null)
})

describe('local drafts', () => {
  it('keep the newer text when the storage is full [DESK-1]', () => {
    writeCopy('creator', { draftId: 'a' }, copyOf('Older', 1))
    vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    })
    writeCopy('creator', { draftId: 'a' }, copyOf('Newer', 2))
    expect(readCopy('creator', 'a')?.typed.content).toBe('Newer')
    expect(copiesOf('creator').map(({ typed }) => typed.content)).toEqual(['Newer'])
    vi.restoreAllMocks()
    writeCopy('creator', { draftId: 'a' }, copyOf('Stored again', 3))
    expect(readCopy('creator', 'a')?.typed.content).toBe('Stored again')
  })

  it('lists non-empty copies of their author, newest first [DESK-1]', () => {
    writeCopy('creator', { draftId: 'a' }, copyOf('First', 1))
    writeCopy('creator', { draftId: 'b' }, copyOf('Second', 2))
    writeCopy('creator', { draftId: 'c' }, copyOf('', 3))
    writeCopy('other', { draftId: 'd' }, copyOf('Theirs', 4))
    expect(copiesOf('creator').map(({ draftId }) => draftId)).toEqual(['b', 'a'])
    writeCopy('creator', { draftId: 'b' }, null)
    expect([readCopy('creator', 'b'), readCopy('other', 'd')?.at]).toEqual([null, 4])
    writeCopy('other', { draftId: 'd' }, null)
    writeCopy('creator', { draftId: 'c' }, null)
  })
  it('hold the text of each tab, also when another tab has saved its own [DESK-1]', () => {
    const [first, second] = ['one', 'two'].map((editorId) => ({ draftId: 'a', editorId }))
    writeCopy('creator', first!, copyOf('Typed in the first tab', 1))
    writeCopy('creator', second!, copyOf('Typed in the second tab', 2))
    expect(copiesOf('creator').map(({ typed }) => typed.content)).toEqual(['Typed in the second tab'])
    writeCopy('creator', second!, null)
    expect(readCopy('creator', 'a')?.typed.content).toBe('Typed in the first tab')
    writeCopy('creator', first!, null)
    expect(readCopy('creator', 'a')).toBeNull()
  })

  it('begin with what was typed and chosen elsewhere [DESK-7]', () => {
    const file = new File(['goal'], 'goal.png', { type: 'image/png' })
    const draftId = beginDraft('creator', { title: 'Kick-off' }, [file])
    expect(readCopy('creator', draftId)).toMatchObject({
      version: 0,
      typed: { title: 'Kick-off', content: '' },
    })
    expect([takeChosenFiles(draftId), takeChosenFiles(draftId)]).toEqual([[file], []])
    writeCopy('creator', { draftId }, null)
  })
})
