import { notFound } from '@tanstack/react-router'

/**
 * What a page throws that is not there after all: Page Not Found takes its place under the bar. The router has to be told
 * where to show it: a page's own boundary would keep it to itself.
 */
export const noSuchPage = () => notFound({ routeId: '/members' })
