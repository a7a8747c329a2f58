import { afterEach, describe, expect, it, vi } from 'vitest'
import { rememberLinkingPost, rememberPath, returnPathKey } from './return-path.ts'
import { takeReturnPath } from './take-return-path.ts'

afterEach(() => sessionStorage.clear())

const taken = (path: string) => {
  sessionStorage.setItem(returnPathKey, path)
  return takeReturnPath()
}

describe('the page after signing in', () => {
  it('is the page that required the sign-in, once [SYS-10, LOGIN-3]', () => {
    window.happyDOM.setURL('http://127.0.0.1/post/0190b0d0?from=mail#comments')
    rememberPath()
    expect([takeReturnPath(), takeReturnPath()]).toEqual(['/post/0190b0d0?from=mail', null])
  })

  it('is the post whose link was pressed before its page was hydrated [FRONT-2]', () => {
    window.happyDOM.setURL('http://127.0.0.1/login')
    const referrer = vi.spyOn(document, 'referrer', 'get')
    const remembered = (address: string) => {
      referrer.mockReturnValue(address)
      rememberLinkingPost()
      return takeReturnPath()
    }
    expect(remembered('http://127.0.0.1/post/0190b0d0')).toBe('/post/0190b0d0')
    for (const other of ['', 'http://127.0.0.1/terms', 'https://evil.example/post/0190b0d0'])
      expect(remembered(other)).toBeNull()
    window.happyDOM.setURL('http://127.0.0.1/content')
    expect(remembered('http://127.0.0.1/post/0190b0d0')).toBeNull()
    referrer.mockRestore()
  })

  it.each(['/post/0190b0d0-0000-7000-8000-000000000000', '/content?page=2&search=derby', '/inbox'])(
    'may be %s',
    (path) => expect(taken(path)).toBe(path),
  )

  it.each([
    '//evil.example',
    '//evil.example/post/1',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    ' //evil.example',
    'post/1',
    '',
    '/',
    '/api/logout',
    '/media/1/whole',
    '/login',
  ])('is never %j [T-CS-06]', (path) => expect(taken(path)).toBeNull())
})
