export const WebsiteLink = ({ address }: { address: string }) => (
  <a
    href={address}
    target="_blank"
    rel="noopener noreferrer nofollow ugc"
    className="break-all underline decoration-turf decoration-2 underline-offset-4"
  >
    {address.replace(/^https?:\/\//, '').replace(/\/$/, '')}
  </a>
)
