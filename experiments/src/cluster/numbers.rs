//! Lists of shard numbers as Slurm writes them: `7,12-15`.

/// Writes numbers, which are in ascending order.
pub(crate) fn write(numbers: &[u64]) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let run = |&(first, last): &(u64, u64)| if first == last { first.to_string() } else { format!("{first}-{last}") };
    runs.iter().map(run).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_written_as_a_range() {
        for (numbers, text) in
            [(&[][..], ""), (&[7], "7"), (&[7, 12, 13, 14, 15], "7,12-15"), (&[0, 1, 3, 5, 6], "0-1,3,5-6")]
        {
            assert_eq!(write(numbers), text);
        }
    }
}
