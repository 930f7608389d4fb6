/** Whether everybody may see a deal; others are shown to their owner and the admins, and are not for sale. */
export const isPublic = (deal: { isActive: boolean; isHidden: boolean }) => deal.isActive && !deal.isHidden;
