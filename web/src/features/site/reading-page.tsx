import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { Page } from '#ui/page.tsx'
import { Touchline } from '#ui/touchline.tsx'

type Props = { title: string; back: string; lead?: ReactNode; children: ReactNode }

export const ReadingPage = ({ title, back, lead, children }: Props) => (
  <Page title={title} back={<Link to={paths.home}>{back}</Link>} lead={lead} className="max-w-report">
    <Touchline className="mb-12" />
    {children}
  </Page>
)
