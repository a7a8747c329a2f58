import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as api from '@touchline/contract/collections.ts'
import type { Collection, FullCollection } from '@touchline/contract/collections.ts'
import { call } from '#api/call.ts'
import { collectionKey, collectionsKey } from '#people/collection-requests.ts'

type Fields = Pick<Collection, 'title' | 'description' | 'ordering'> & {
  version: number
  coverPostId: string | null
}

function useCollectionCall<Input, Reply>(id: string, request: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: request,
    // After a refusal the page shows what is there now.
    onSettled: () => void client.invalidateQueries({ queryKey: collectionsKey }),
    onSuccess: (collection) => {
      if (collection) client.setQueryData(collectionKey(id), collection)
    },
  })
}

export const useSaveCollection = (id: string) =>
  useCollectionCall(id, (body: Fields): Promise<FullCollection> => call(api.save, { params: { id }, body }))

export const useArrange = (id: string) =>
  useCollectionCall(id, (body: { version: number; postIds: string[] }): Promise<FullCollection> =>
    call(api.arrange, { params: { id }, body }),
  )

export const useRemoveCollection = (id: string) =>
  useCollectionCall(id, async () => {
    await call(api.remove, { params: { id } })
    return null
  })
