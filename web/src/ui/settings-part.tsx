import type { ReactNode } from 'react'

type Props = { id: string; title: string; children: ReactNode }

export const SettingsPart = ({ id, title, children }: Props) => (
  <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
    <h2 id={id} tabIndex={-1} className="lettering scroll-mt-2 text-sm text-muted">
      {title}
    </h2>
    {children}
  </section>
)
