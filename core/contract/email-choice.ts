/** What somebody chooses of the mails that they get besides those that belong to what they do. */
import * as z from 'zod/mini';

export const EmailChoice = z.object({ emailNotifications: z.boolean() });
export type EmailChoice = z.infer<typeof EmailChoice>;
