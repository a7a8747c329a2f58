import { Link } from '#router/link.tsx'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PlainPath, paths } from '#paths.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'

type Props = { title: string; back?: PlainPath; children: ReactNode }

export function AccountFrame({ title, back = paths.home, children }: Props) {
  const { name } = useSite()
  return (
    <main id="main" className="relative isolate grid flex-1 justify-items-center overflow-hidden px-4 py-6">
      <svg
        aria-hidden
        viewBox="0 0 800 800"
        preserveAspectRatio="xMidYMin slice"
        className="absolute inset-0 -z-10 size-full fill-none stroke-line stroke-2"
      >
        <path d="M60 -10v360h680v-360M290 350a130 130 0 0 0 220 0" />
      </svg>
      <div className="w-full max-w-[26rem]">
        <div className="flex items-center justify-between gap-4">
          <Button asChild kind="quiet" className="-ml-2.5 sm:-ml-5">
            <Link to={back}>
              <ArrowLeft size={18} aria-hidden /> Back
            </Link>
          </Button>
          <Link to={paths.home} className="flex py-2">
            <Logo name={name} />
          </Link>
        </div>
        <h1 className="mt-12 text-3xl">{title}</h1>
        {children}
      </div>
    </main>
  )
}
