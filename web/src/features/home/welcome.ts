import type { User } from '@touchline/contract/people.ts'

type Who = Pick<User, 'role' | 'subscriptionStatus' | 'createdAt'>

const dayMs = 24 * 60 * 60 * 1000

/**
 * Returns the greeting for the creator, an admin, an active subscriber, or anyone else. New people (`nowMs` within a day
 * of `createdAt`) are not welcomed "back".
 */
export function welcomeFor(
  { role, subscriptionStatus, createdAt }: Who,
  { name, creatorName, nowMs }: { name: string; creatorName: string; nowMs: number },
) {
  const back = nowMs - Date.parse(createdAt) < dayMs ? '' : ' back'
  if (role === 'creator')
    return {
      title: `Welcome${back}, ${name}`,
      text: 'The floodlights are on. Publish something new, or see who left you a tip.',
    }
  if (role === 'admin')
    return {
      title: `Welcome, ${name}`,
      text: 'You are looking after this community. Everything members see is one step away.',
    }
  if (subscriptionStatus === 'active')
    return {
      title: `Welcome${back}, ${name}`,
      text: `You are a Platinum member: everything ${creatorName} publishes is yours to read, watch and discuss.`,
    }
  return {
    title: `Welcome, ${name}`,
    text: `You have access to everything ${creatorName} publishes. Your membership is in the settings.`,
  }
}
