import { Checkbox } from '#ui/checkbox.tsx'
import { CollectionsField } from './collections-field.tsx'
import { TagsField } from './tags-field.tsx'

type Options = { commentsOff: boolean; isMadeWithAi: boolean; tags: string[]; collectionIds: string[] }

/** What a creator decides about a post besides its text. */
export function PostOptions({
  options,
  onChange,
}: {
  options: Options
  onChange: (options: Partial<Options>) => void
}) {
  return (
    <div className="grid gap-6">
      <TagsField tags={options.tags} onChange={(tags) => onChange({ tags })} />
      <CollectionsField
        collectionIds={options.collectionIds}
        onChange={(collectionIds) => onChange({ collectionIds })}
      />
      <div className="grid gap-3">
        <Checkbox
          label="Members can comment"
          checked={!options.commentsOff}
          onChange={(canComment) => onChange({ commentsOff: !canComment })}
        />
        <Checkbox
          label="Made with AI: members see this beside the post"
          checked={options.isMadeWithAi}
          onChange={(isMadeWithAi) => onChange({ isMadeWithAi })}
        />
      </div>
    </div>
  )
}
