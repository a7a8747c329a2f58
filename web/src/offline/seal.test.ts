import { expect, it } from 'vitest'
import { newKey, seal, sealValue, unseal, unsealValue } from './seal.ts'

const text = new TextEncoder().encode('What was said in the tunnel')

it('opens only with its key and its name [OFF-3]', async () => {
  const [key, other] = [await newKey(), await newKey()]
  const sealed = await seal(key, 'mina/post/film/0', text)
  expect([...new Uint8Array(await unseal(key, 'mina/post/film/0', sealed))]).toEqual([...text])
  await expect(unseal(other, 'mina/post/film/0', sealed)).rejects.toMatchObject({ name: 'OperationError' })
  for (const name of ['noor/post/film/0', 'mina/post/film/1', 'mina/post'])
    await expect(unseal(key, name, sealed)).rejects.toMatchObject({ name: 'OperationError' })
  const changed = new Uint8Array(sealed.data.slice(0))
  changed[3] = (changed[3] ?? 0) ^ 1
  await expect(unseal(key, 'mina/post/film/0', { ...sealed, data: changed.buffer })).rejects.toMatchObject({
    name: 'OperationError',
  })
})

it('hides its contents, differs each time, and its key cannot be exported [OFF-3]', async () => {
  const key = await newKey()
  const value = { title: 'Two watches' }
  const [one, two] = [await sealValue(key, 'a', value), await sealValue(key, 'a', value)]
  expect(Buffer.from(one.data).toString('latin1')).not.toContain('watches')
  expect(Buffer.from(one.data).equals(Buffer.from(two.data))).toBe(false)
  expect(await unsealValue(key, 'a', one)).toEqual(value)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toMatchObject({ name: 'InvalidAccessError' })
})
