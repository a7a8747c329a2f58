import { api } from '@touchline/contract/api.ts'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from './openapi.ts'

type Described = {
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> }
  responses: Record<string, unknown>
}

const { paths } = openApiDocument('The club')
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const described = (path: string, method: string) => paths[path]?.[method] as Described

describe('the document of the API', () => {
  it('tells every answer of success, also to what was done before or is not done yet', () => {
    const { responses } = described('/api/create-user', 'post')
    expect(Object.keys(responses)).toEqual(['200', '201', '202', 'default'])
    expect(responses['202']).toEqual(responses['201'])
    expect(Object.keys(described('/media/{id}/{variant}', 'get').responses)).toEqual([
      '200',
      '206',
      '304',
      'default',
    ])
  })

  it('tells of every form the field its file belongs into', () => {
    for (const { path, upload } of [api.posts.publish, api.profiles.uploadAvatar]) {
      const form = described(path, 'post').requestBody?.content['multipart/form-data']
      expect(form?.schema.properties[upload!]).toEqual({ type: 'string', format: 'binary' })
    }
  })
})
