import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  accept,
  invitationLink,
  invite,
  list,
  showLink,
  type StaffRole,
  takeRole,
  withdraw,
} from '@touchline/contract/staff.ts'
import { call } from '#api/call.ts'

export const staffQuery = queryOptions({
  queryKey: ['staff'],
  queryFn: ({ signal }) => call(list, { signal }),
  // Invited people join in their own browsers.
  staleTime: 0,
})

export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['setup-link', token],
    queryFn: ({ signal }) => call(showLink, { body: { token }, signal }),
    throwOnError: false,
    gcTime: 0,
  })

type Newcomer = {
  token: string
  firstName: string
  lastName: string
  email: string
  password: string
  termsAccepted: true
}

export const acceptLink = (body: Newcomer) => call(accept, { body })

function useStaffChange<Given, Answer>(change: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: staffQuery.queryKey }),
  })
}

export const useInvite = () =>
  useStaffChange((body: { email: string; role: StaffRole }) => call(invite, { body }))

export const useWithdraw = () => useStaffChange((id: string) => call(withdraw, { params: { id } }))

export const useInvitationLink = () =>
  useMutation({ mutationFn: (id: string) => call(invitationLink, { params: { id } }) })

export const useRemoveRole = () =>
  useStaffChange(({ id, reason }: { id: string; reason: string }) =>
    call(takeRole, { params: { id }, body: { reason } }),
  )
