import { Link } from '@tanstack/react-router'
import type { Role } from '@touchline/contract/people.ts'
import { clsx } from 'clsx'
import {
  ArrowRight,
  ChartLine,
  Clapperboard,
  HandCoins,
  Heart,
  type LucideIcon,
  MessageCircle,
  Settings,
  UserRound,
} from 'lucide-react'
import { paths } from '#paths.ts'

type HomeCard = { to: string; title: string; text: string; icon: LucideIcon; roles: Role[] }

const cards: HomeCard[] = [
  {
    to: paths.content,
    title: 'Premium Content',
    text: 'Photos, videos and posts, newest first.',
    icon: Clapperboard,
    roles: ['subscriber', 'creator', 'admin'],
  },
  {
    to: paths.inbox,
    title: 'Inbox',
    text: 'Comments waiting for your answer, oldest first.',
    icon: MessageCircle,
    roles: ['creator'],
  },
  {
    to: paths.tipsReceived,
    title: 'Tips Received',
    text: 'Who tipped, what they said, and a heart back.',
    icon: HandCoins,
    roles: ['creator', 'admin'],
  },
  {
    to: paths.myTips,
    title: 'My Tips',
    text: 'What you sent, and what was hearted.',
    icon: Heart,
    roles: ['subscriber'],
  },
  {
    to: paths.profile,
    title: 'Profile',
    text: 'Your name, your photo and what you say about yourself.',
    icon: UserRound,
    roles: ['subscriber', 'creator', 'admin'],
  },
  {
    to: paths.analytics,
    title: 'Analytics',
    text: 'Your numbers, each with what it counts and the rows behind it.',
    icon: ChartLine,
    roles: ['creator'],
  },
  {
    to: paths.settings,
    title: 'Settings',
    text: 'Your account and your membership.',
    icon: Settings,
    roles: ['subscriber', 'creator', 'admin'],
  },
]

/** The navigation cards of the home page. */
export function HomeCards({ role }: { role: Role }) {
  const own = cards.filter(({ roles }) => roles.includes(role))
  return (
    <ul className={clsx('mt-9 grid gap-4 sm:grid-cols-2', own.length % 3 === 0 && 'lg:grid-cols-3')}>
      {own.map(({ to, title, text, icon: Icon }) => (
        <li key={to} className="grid">
          <Link to={to} className="surface group p-5 transition-colors duration-150 hover:bg-bench">
            <span className="flex items-center justify-between text-turf">
              <Icon size={22} aria-hidden />
              <ArrowRight
                size={18}
                aria-hidden
                className="transition-transform duration-150 ease-play group-hover:translate-x-1"
              />
            </span>
            <span className="display mt-6 block text-lg">{title}</span>
            <span className="mt-1 block text-sm text-muted">{text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
