import { notFound } from '@tanstack/react-router'

/**
 * Thrown by a page that turns out not to exist, to show Page Not Found below the bar. Names the route that renders it,
 * because the page's own boundary would catch it otherwise.
 */
export const noSuchPage = () => notFound({ routeId: '/members' })
