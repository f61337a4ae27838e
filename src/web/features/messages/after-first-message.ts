/** The event on the window that says that a message of this person has arrived. */
const MESSAGE_SENT = 'sokoshamba:message-sent';

/**
 * What follows a message that has arrived: the moment at which a person may be asked whether to be told of the answer. Whoever asks listens
 * for the event, and remembers having asked.
 */
export const afterFirstMessage = (): void => void dispatchEvent(new Event(MESSAGE_SENT));
