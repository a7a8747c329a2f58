import { Dialog } from '#ui/dialog.tsx'
import type { MarkdownDocument } from '@touchline/contract/markdown-document.ts'
import { Blocks } from './prose.tsx'

type Props = { text: MarkdownDocument; open: boolean; onOpenChange: (open: boolean) => void }

export function LegalDialog({ text, open, onOpenChange }: Props) {
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title={text.title}
      description={<Blocks blocks={text.lead} />}
    >
      <div className="mt-6 grid gap-6 text-sm text-muted">
        {text.sections.map(({ id, title, blocks }) => (
          <section key={id}>
            <h3 className="text-base text-chalk">{title}</h3>
            <Blocks blocks={blocks} />
          </section>
        ))}
      </div>
    </Dialog>
  )
}
