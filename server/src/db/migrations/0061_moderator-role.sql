ALTER TABLE "people" DROP CONSTRAINT "people_role_known";--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_role_known";--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_role_known" CHECK (role in ('subscriber', 'creator', 'moderator', 'admin'));--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_role_known" CHECK (role in ('creator', 'moderator', 'admin'));