import { HomePage } from '../features/home/home-page.tsx'
import { LatestPosts } from '../features/posts/latest-posts.tsx'
import { SendTipToCreator } from '../features/tips/send-tip.tsx'
import { NoAccess } from './no-access.tsx'

/** The home page of somebody signed in, put together from the features it shows. */
export function MemberHome() {
  return <HomePage noAccess={<NoAccess />} latestPosts={<LatestPosts />} tipButton={SendTipToCreator} />
}
