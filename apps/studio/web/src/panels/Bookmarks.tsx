// Places in time that someone has marked.
import { useStudio } from '../context';
import { formatTime } from '../time/format';
import { Button } from '../widgets/Button';
import { Section } from '../widgets/Section';

export function Bookmarks() {
    const studio = useStudio();
    const { state } = studio;
    const bookmarks = [...(state.standing.value?.bookmarks ?? [])].sort((a, b) => a.frame - b.frame);
    const add = <Button icon="flag" title="Bookmark the shown frame (B)" onClick={() => studio.bookmark(state.shown.value)} />;
    return (
        <Section name="bookmarks" title="Bookmarks" aside={add}>
            {bookmarks.length === 0 && <p class="note">None yet. B, or a double click on the timeline, sets one.</p>}
            <ul class="rows">
                {bookmarks.map((one) => (
                    <li class="with-button">
                        <button type="button" class="row" title={`Go to frame ${one.frame}`} onClick={() => studio.seek(one.frame)}>
                            <span class="time">{formatTime(one.frame * state.timeStep.value, 2)}</span>
                            <span class="grow">{one.name}</span>
                        </button>
                        <Button icon="close" title="Remove it" onClick={() => void studio.ask({ do: 'unbookmark', bookmark: one.id })} />
                    </li>
                ))}
            </ul>
        </Section>
    );
}
