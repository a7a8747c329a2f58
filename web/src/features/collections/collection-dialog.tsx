import { useNavigate } from '#router/router-provider.tsx'
import {
  type Collection,
  type FullCollection,
  maxCollectionDescription,
  maxCollectionTitle,
} from '@touchline/contract/collections.ts'
import { useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { lineName } from '#people/line-name.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { Field } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { PictureChoice } from '#ui/picture-choice.tsx'
import { randomId } from '#ui/random-id.ts'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useSaveCollection } from './requests.ts'

/** Makes a collection, or changes how one is presented. */
export function CollectionDialog({
  collection,
  onClose,
}: {
  collection?: FullCollection
  onClose: () => void
}) {
  const [id] = useState(() => collection?.id ?? randomId())
  const [title, setTitle] = useState(collection?.title ?? '')
  const [description, setDescription] = useState(collection?.description ?? '')
  const [ordering, setOrdering] = useState<Collection['ordering']>(collection?.ordering ?? 'own')
  const [coverPostId, setCover] = useState(collection?.coverPostId ?? null)
  const [version] = useState(collection?.version ?? 0)
  const [problem, setProblem] = useState('')
  const save = useSaveCollection(id)
  const navigate = useNavigate()
  const isExpired = useExpiredSession()
  const withPicture = collection?.posts.filter(({ thumbnailUrl }) => thumbnailUrl) ?? []
  const submit = async () => {
    if (title.trim() === '') return setProblem('Please enter a title.')
    try {
      await save.mutateAsync({ version, title, description, ordering, coverPostId })
      onClose()
      if (!collection) await navigate({ to: paths.collection, params: { collectionId: id } })
    } catch (error) {
      if (!isExpired(error)) setProblem(errorMessage(error, 'This could not be saved. Please try again.'))
    }
  }
  return (
    <FormDialog
      title={collection ? 'Edit Collection' : 'New Collection'}
      description="Members find it under Collections once it has a post."
      onClose={onClose}
      submit={{ label: 'Save', isDisabled: save.isPending }}
      onSubmit={() => void submit()}
    >
      <Field label="Title" required>
        {(control) => (
          <Input
            {...control}
            maxLength={maxCollectionTitle}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <Field label="Description (optional)">
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={maxCollectionDescription}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Field>
      <Field label="Order">
        {(control) => (
          <Select
            {...control}
            value={ordering}
            onChange={({ target }) => setOrdering(target.value === 'oldest' ? 'oldest' : 'own')}
          >
            <option value="own">My own order</option>
            <option value="oldest">Oldest first</option>
          </Select>
        )}
      </Field>
      {withPicture.length > 0 ? (
        <PictureChoice
          legend="Cover"
          pictures={[
            { id: null, url: null, label: 'The first picture' },
            ...withPicture.map((post) => ({
              id: post.id,
              url: post.thumbnailUrl,
              label: `The picture of ${lineName(post)}`,
            })),
          ]}
          chosen={coverPostId}
          onChoose={setCover}
        />
      ) : null}
      <FormError>{problem}</FormError>
    </FormDialog>
  )
}
