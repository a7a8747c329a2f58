import { Link } from '#router/link.tsx'
import type { Role } from '@touchline/contract/people.ts'
import {
  ArrowRight,
  ChartLine,
  Clapperboard,
  HandCoins,
  Heart,
  type LucideIcon,
  MessageCircle,
  Settings,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { paths, type PlainPath } from '#paths.ts'

type HomeCard = { to: PlainPath; title: string; text: string; icon: LucideIcon; roles: Role[] }

const everyone: Role[] = ['subscriber', 'creator', 'moderator', 'admin']

const cards: HomeCard[] = [
  {
    to: paths.content,
    title: 'Premium Content',
    text: 'Photos, videos and posts, newest first.',
    icon: Clapperboard,
    roles: everyone,
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
    to: paths.reports,
    title: 'Moderation',
    text: 'What members reported, and what they appeal.',
    icon: ShieldCheck,
    roles: ['moderator'],
  },
  {
    to: paths.profile,
    title: 'Profile',
    text: 'Your name, your photo and what you say about yourself.',
    icon: UserRound,
    roles: everyone,
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
    roles: everyone,
  },
]

export function HomeCards({ role }: { role: Role }) {
  const own = cards.filter(({ roles }) => roles.includes(role))
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
      {own.map(({ to, title, text, icon: Icon }) => (
        <li key={to} className="grid">
          <Link
            to={to}
            className="surface group flex items-center gap-4 p-4 transition-colors duration-150 hover:bg-bench"
          >
            <Icon size={20} aria-hidden className="shrink-0 text-turf" />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{title}</span>
              <span className="block text-sm text-muted">{text}</span>
            </span>
            <ArrowRight
              size={18}
              aria-hidden
              className="shrink-0 text-turf transition-transform duration-150 ease-play group-hover:translate-x-1"
            />
          </Link>
        </li>
      ))}
    </ul>
  )
}
