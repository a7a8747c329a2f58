import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { collectionList } from '#people/collection-requests.ts'
import { Checkbox } from '#ui/checkbox.tsx'

type Props = { collectionIds: string[]; onChange: (collectionIds: string[]) => void }

export function CollectionsField({ collectionIds, onChange }: Props) {
  const { data } = useQuery(collectionList)
  const own = data?.filter(({ version }) => version !== undefined) ?? []
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">Collections</legend>
      {own.map(({ id, title }) => (
        <Checkbox
          key={id}
          label={<bdi className="break-words">{title}</bdi>}
          checked={collectionIds.includes(id)}
          onChange={(isIn) =>
            onChange(isIn ? [...collectionIds, id] : collectionIds.filter((other) => other !== id))
          }
        />
      ))}
      <p className="text-xs text-muted">
        <Link to={paths.collections} className="inline-flex min-h-11 items-center underline">
          {own.length > 0 ? 'Manage collections' : 'Make a collection'}
        </Link>
      </p>
    </fieldset>
  )
}
