import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  draftsOf,
  deleteUnsentComments,
  saveText,
  savedTextsUnder,
  unsentCommentsKey,
} from './saved-texts.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  deleteUnsentComments(null)
})

describe('saved texts', () => {
  it('are listed once, even when a change could not be stored [CMT-2]', () => {
    const key = `${unsentCommentsKey('member')}first`
    saveText(key, 'As it was')
    const full = new Proxy(localStorage, {
      get: (storage, name) =>
        name === 'setItem'
          ? () => {
              throw new DOMException('The storage is full.', 'QuotaExceededError')
            }
          : Reflect.get(storage, name).bind(storage),
    })
    vi.stubGlobal('localStorage', full)
    saveText(key, 'As it is')
    expect(savedTextsUnder(unsentCommentsKey('member'))).toEqual(['As it is'])
  })

  it('are deleted for the person who signs out, and only theirs [CMT-2]', () => {
    for (const person of ['member', 'creator']) {
      saveText(draftsOf(person, 'post'), `Begun by ${person}`)
      saveText(`${unsentCommentsKey(person)}first`, `Posted by ${person}`)
    }
    deleteUnsentComments('member')
    expect([
      savedTextsUnder(draftsOf('member', 'post')),
      savedTextsUnder(unsentCommentsKey('member')),
    ]).toEqual([[], []])
    expect(savedTextsUnder(draftsOf('creator', 'post'))).toEqual(['Begun by creator'])
    expect(savedTextsUnder(unsentCommentsKey('creator'))).toEqual(['Posted by creator'])
  })
})
