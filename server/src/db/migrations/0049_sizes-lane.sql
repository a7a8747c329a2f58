ALTER TABLE "media" DROP CONSTRAINT "media_lane_known";--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_lane_known" CHECK (lane in ('quick', 'medium', 'sizes', 'long'));