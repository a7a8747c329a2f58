import { afterEach, describe, expect, it, vi } from 'vitest'
import { draftsOf, deleteUnsentComments, saveText, textsUnder, unsentOf } from './saved-texts.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  deleteUnsentComments(null)
})

describe('texts kept in this browser', () => {
  it('are listed once, also when there was no room to keep the change of one [CMT-2]', () => {
    const key = `${unsentOf('member')}first`
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
    expect(textsUnder(unsentOf('member'))).toEqual(['As it is'])
  })

  it('go with the person who leaves this browser, and only theirs [CMT-2]', () => {
    for (const person of ['member', 'creator']) {
      saveText(draftsOf(person, 'post'), `Begun by ${person}`)
      saveText(`${unsentOf(person)}first`, `Posted by ${person}`)
    }
    deleteUnsentComments('member')
    expect([textsUnder(draftsOf('member', 'post')), textsUnder(unsentOf('member'))]).toEqual([[], []])
    expect(textsUnder(draftsOf('creator', 'post'))).toEqual(['Begun by creator'])
    expect(textsUnder(unsentOf('creator'))).toEqual(['Posted by creator'])
  })
})
