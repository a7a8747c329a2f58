import { maxUploadBytes } from '@touchline/contract/posts.ts'
import { describe, expect, it } from 'vitest'
import { problemOfFile, problemOfUpload } from './upload-rules.ts'

const picture = new File(['x'], 'a.jpg', { type: 'image/jpeg' })

/** A file of that size without its bytes. */
const sized = (size: number) =>
  Object.defineProperty(new File([], 'a.mp4', { type: 'video/mp4' }), 'size', { value: size })

describe('an upload', () => {
  it('refuses a file that is neither picture nor video [UPL-2]', () => {
    const problem = { title: 'Invalid File Type', description: 'Please select an image or video file.' }
    const file = new File(['x'], 'match-report.pdf', { type: 'application/pdf' })
    expect(problemOfFile(file)).toEqual(problem)
    expect(problemOfUpload({ contentType: 'image', file, content: '' })).toEqual(problem)
    expect(problemOfUpload({ contentType: 'video', file: picture, content: '' })).toEqual(problem)
  })

  it('needs a file unless it is text [UPL-2]', () => {
    expect(problemOfUpload({ contentType: 'image', file: null, content: 'words' })).toEqual({
      title: 'No File Selected',
      description: 'Please select a file to upload.',
    })
    expect(problemOfUpload({ contentType: 'image', file: picture, content: '' })).toBeNull()
  })

  it('needs text when it has no file [UPL-2]', () => {
    expect(problemOfUpload({ contentType: 'text', file: picture, content: ' \n ' })).toEqual({
      title: 'Content Required',
      description: 'Please write some content for your text post.',
    })
    expect(problemOfUpload({ contentType: 'text', file: null, content: 'Full time.' })).toBeNull()
  })

  it('refuses more than 50 MB before it is sent [UPL-3]', () => {
    expect(problemOfFile(sized(maxUploadBytes))).toBeNull()
    expect(problemOfFile(sized(maxUploadBytes + 1))).toMatchObject({ title: 'File Too Large' })
  })
})
